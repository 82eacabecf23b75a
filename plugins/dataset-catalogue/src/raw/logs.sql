-- Logs, by chain, block and index. An address stands in a topic behind twelve zero bytes.
SELECT
    logs.chain_id AS chain_id,
    logs.block_number AS block_number,
    logs.log_index AS log_index,
    concat('0x', lower(hex(logs.block_hash))) AS block_hash,
    logs.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(logs.transaction_hash))) AS transaction_hash,
    logs.transaction_index AS transaction_index,
    concat('0x', lower(hex(logs.address))) AS address,
    logs.topic_count AS topic_count,
    concat('0x', lower(hex(logs.topic0))) AS topic0,
    concat('0x', lower(hex(logs.topic1))) AS topic1,
    concat('0x', lower(hex(logs.topic2))) AS topic2,
    concat('0x', lower(hex(logs.topic3))) AS topic3,
    concat('0x', lower(hex(logs.data))) AS data
FROM logs FINAL
WHERE logs.block_number >= {block_from:uint64} AND logs.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, logs.chain_id)
       AND logs.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, logs.chain_id)])
  {part.log_filters}
ORDER BY logs.chain_id, logs.block_number, logs.log_index
LIMIT {most:uint64}                                                                          -- when most
