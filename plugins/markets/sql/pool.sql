-- The pools at one address: one row a chain.
SELECT
    pool.pool AS address,
    {part.pool_fields}
    CAST((pool.token0, pool.symbol0, pool.decimals0),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token0,
    CAST((pool.token1, pool.symbol1, pool.decimals1),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token1
FROM (
    SELECT chain_id, pool, protocol, source, fee, token0, symbol0, decimals0, token1, symbol1, decimals1
    FROM ranked_pools FINAL
    WHERE pool = {address:bytes}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
) AS pool
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
ORDER BY chain_id
LIMIT 50
