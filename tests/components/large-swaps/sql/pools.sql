-- Pools by the number of their swaps: rows that stand in no block, of a table that has them.
SELECT v2_swaps.chain_id AS chain_id, concat('0x', lower(hex(v2_swaps.pool))) AS pool, count() AS swaps
FROM v2_swaps FINAL
WHERE TRUE
  AND v2_swaps.chain_id = {chain_id:uint64}                                                      -- when chain_id
GROUP BY v2_swaps.chain_id, v2_swaps.pool
ORDER BY v2_swaps.chain_id, v2_swaps.pool
LIMIT {most:uint64}                                                                          -- when most
