-- Swaps of V2 pools that moved at least 10,000 whole tokens of token0, by chain, block and log.
SELECT
    swap.chain_id AS chain_id,
    swap.block_number AS block_number,
    swap.log_index AS log_index,
    swap.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(swap.transaction_hash))) AS transaction_hash,
    concat('0x', lower(hex(swap.pool))) AS pool,
    toString(swap.amount0_in + swap.amount0_out) AS moved0
FROM v2_swaps AS swap FINAL
INNER JOIN (SELECT chain_id, address, token0 FROM pools FINAL) AS pool ON pool.chain_id = swap.chain_id AND pool.address = swap.pool
INNER JOIN (SELECT chain_id, address, decimals FROM tokens FINAL) AS token ON token.chain_id = pool.chain_id AND token.address = pool.token0
WHERE toFloat64(swap.amount0_in + swap.amount0_out) >= 10000 * exp10(token.decimals)
  AND swap.block_number >= {block_from:uint64} AND swap.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR swap.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, swap.chain_id)])
  AND swap.chain_id = {chain_id:uint64}                                                      -- when chain_id
  AND (empty({addresses:bytes[]}) OR swap.pool IN {addresses:bytes[]})
ORDER BY swap.chain_id, swap.block_number, swap.log_index
LIMIT {most:uint64}                                                                          -- when most
