-- The chains on which a pool is tracked, and which of its tokens have no decimals, so that its prices are null.
SELECT
    pool.chain_id AS chain_id,
    if(chains.slug = '', toString(pool.chain_id), chains.slug) AS chain,
    if(isNull(side0.decimals), toNullable(pool.token0), NULL) AS undecided0,
    if(isNull(side1.decimals), toNullable(pool.token1), NULL) AS undecided1
FROM (SELECT chain_id, token0, token1 FROM pools FINAL WHERE address = {pool:bytes}) AS pool
LEFT JOIN (SELECT chain_id, address, decimals FROM tokens FINAL) AS side0
    ON side0.chain_id = pool.chain_id AND side0.address = pool.token0
LEFT JOIN (SELECT chain_id, address, decimals FROM tokens FINAL) AS side1
    ON side1.chain_id = pool.chain_id AND side1.address = pool.token1
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
ORDER BY pool.chain_id
LIMIT 100
