-- Swaps of V2 pools that moved at least 1,000 raw units of token0, by chain, block and log.
SELECT
    swap.chain_id AS chain_id,
    swap.block_number AS block_number,
    swap.log_index AS log_index,
    swap.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(swap.pool))) AS pool,
    toString(swap.amount0_in + swap.amount0_out) AS moved0
FROM v2_swaps AS swap FINAL
WHERE swap.amount0_in + swap.amount0_out >= 1000
  AND swap.block_number >= {block_from:uint64} AND swap.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR swap.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, swap.chain_id)])
  AND swap.chain_id = {chain_id:uint64}                                                      -- when chain_id
  AND (empty({addresses:bytes[]}) OR swap.pool IN {addresses:bytes[]})
ORDER BY swap.chain_id, swap.block_number, swap.log_index
LIMIT {most:uint64}                                                                          -- when most
