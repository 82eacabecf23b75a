-- The topics and the data of a transaction's logs.
SELECT log_index, topic_count, concat('0x', lower(hex(topic0))) AS topic0, concat('0x', lower(hex(topic1))) AS topic1,
    concat('0x', lower(hex(topic2))) AS topic2, concat('0x', lower(hex(topic3))) AS topic3, concat('0x', lower(hex(data))) AS data
FROM logs FINAL
WHERE chain_id = {chain_id:uint64} AND block_number = {block_number:uint64}
  AND transaction_index = {transaction_index:uint64} AND transaction_hash = {hash:bytes}
ORDER BY log_index
LIMIT {most:uint64}
