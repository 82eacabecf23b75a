-- Swaps of V2 pools that moved at least 10,000 whole tokens of token0, by chain, block and log.
SELECT
    v2_swaps.chain_id AS chain_id,
    v2_swaps.block_number AS block_number,
    v2_swaps.log_index AS log_index,
    v2_swaps.block_timestamp AS block_timestamp,
    concat('0x', lower(hex(v2_swaps.transaction_hash))) AS transaction_hash,
    concat('0x', lower(hex(v2_swaps.pool))) AS pool,
    toString(v2_swaps.amount0_in + v2_swaps.amount0_out) AS moved0
FROM v2_swaps FINAL
INNER JOIN (SELECT chain_id, address, token0 FROM pools FINAL) AS pool ON pool.chain_id = v2_swaps.chain_id AND pool.address = v2_swaps.pool
INNER JOIN (SELECT chain_id, address, decimals FROM tokens FINAL) AS token ON token.chain_id = pool.chain_id AND token.address = pool.token0
WHERE toFloat64(v2_swaps.amount0_in + v2_swaps.amount0_out) >= 10000 * exp10(token.decimals)
  AND v2_swaps.block_number >= {block_from:uint64} AND v2_swaps.block_number <= {block_to:uint64}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, v2_swaps.chain_id)
       AND v2_swaps.block_number <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, v2_swaps.chain_id)])
  AND v2_swaps.chain_id = {chain_id:uint64}                                                      -- when chain_id
  AND (empty({addresses:bytes[]}) OR v2_swaps.pool IN {addresses:bytes[]})
ORDER BY v2_swaps.chain_id, v2_swaps.block_number, v2_swaps.log_index
LIMIT {most:uint64}                                                                          -- when most
