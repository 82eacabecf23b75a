-- Reserves of V2 pools after each change, by chain, block and log. The table is in the order of pools within a chain: bitXor keeps the engine
-- from reading a whole chain in that order and sorting it in memory, so that it sorts on the disk.
SELECT
    v2_syncs.chain_id AS chain_id,
    concat('0x', lower(hex(v2_syncs.pool))) AS pool,
    v2_syncs.block_number AS block_number,
    v2_syncs.log_index AS log_index,
    v2_syncs.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(v2_syncs.transaction_hash))) AS transaction_hash,
    toString(v2_syncs.reserve0) AS reserve0,
    toString(v2_syncs.reserve1) AS reserve1
FROM v2_syncs FINAL
WHERE v2_syncs.block_number >= {block_from:uint64} AND v2_syncs.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, v2_syncs.chain_id)
       AND v2_syncs.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, v2_syncs.chain_id)])
  {part.reserve_filters}
ORDER BY bitXor(v2_syncs.chain_id, 0), v2_syncs.block_number, v2_syncs.log_index
LIMIT {most:uint64}                                                                          -- when most
