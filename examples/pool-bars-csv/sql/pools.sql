-- The pools at one address: one row a chain.
SELECT pool.chain_id AS chain_id, if(chains.slug = '', toString(pool.chain_id), chains.slug) AS chain
FROM (
    SELECT chain_id FROM pools FINAL
    WHERE address = {address:bytes}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
) AS pool
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
ORDER BY chain_id
LIMIT 50
