-- A pool that there is, with the symbols of its tokens.
SELECT if(chains.slug = '', toString(pool.chain_id), chains.slug) AS chain, side0.symbol AS symbol0, side1.symbol AS symbol1
FROM (
    SELECT chain_id, token0, token1 FROM pools FINAL
    WHERE chain_id = {chain_id:uint64} AND address = {address:bytes}
) AS pool
LEFT JOIN (SELECT chain_id, address, symbol FROM tokens FINAL) AS side0
    ON side0.chain_id = pool.chain_id AND side0.address = pool.token0
LEFT JOIN (SELECT chain_id, address, symbol FROM tokens FINAL) AS side1
    ON side1.chain_id = pool.chain_id AND side1.address = pool.token1
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
LIMIT 1
