-- Swaps of V2 pools that moved at least 1,000 raw units of token0, by chain, block and log.
SELECT
    v2_swaps.chain_id AS chain_id,
    v2_swaps.block_number AS block_number,
    v2_swaps.log_index AS log_index,
    v2_swaps.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(v2_swaps.pool))) AS pool,
    toString(v2_swaps.amount0_in + v2_swaps.amount0_out) AS moved0
FROM v2_swaps FINAL
WHERE v2_swaps.amount0_in + v2_swaps.amount0_out >= 1000
  AND v2_swaps.block_number >= {block_from:uint64} AND v2_swaps.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, v2_swaps.chain_id)
       AND v2_swaps.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, v2_swaps.chain_id)])
  AND v2_swaps.chain_id = {chain_id:uint64}                                                      -- when chain_id
  AND (empty({addresses:bytes[]}) OR v2_swaps.pool IN {addresses:bytes[]})
ORDER BY v2_swaps.chain_id, v2_swaps.block_number, v2_swaps.log_index
LIMIT {most:uint64}                                                                          -- when most
