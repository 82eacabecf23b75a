-- The pools at one address: one row a chain.
SELECT
    pool.address AS address,
    if(chains.slug = '', toString(pool.chain_id), chains.slug) AS chain,
    pool.chain_id AS chain_id,
    pool.protocol AS protocol,
    pool.source AS source,
    pool.fee AS fee,
    CAST((pool.token0, side0.symbol, side0.decimals),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token0,
    CAST((pool.token1, side1.symbol, side1.decimals),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token1
FROM (
    SELECT * FROM pools FINAL
    WHERE address = {address:bytes}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
) AS pool
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS side0
    ON side0.chain_id = pool.chain_id AND side0.address = pool.token0
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS side1
    ON side1.chain_id = pool.chain_id AND side1.address = pool.token1
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
ORDER BY chain_id
LIMIT 50
