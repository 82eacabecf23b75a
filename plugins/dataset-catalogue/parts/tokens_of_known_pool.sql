-- The two tokens of a pool, which is `known`.
LEFT JOIN (SELECT chain_id, address, symbol, decimals FROM tokens FINAL) AS side0
    ON side0.chain_id = known.chain_id AND side0.address = known.token0
LEFT JOIN (SELECT chain_id, address, symbol, decimals FROM tokens FINAL) AS side1
    ON side1.chain_id = known.chain_id AND side1.address = known.token1
