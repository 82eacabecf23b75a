-- The chains on which a pool is tracked.
SELECT if(chains.slug = '', toString(pool.chain_id), chains.slug) AS chain
FROM (SELECT chain_id FROM pools FINAL WHERE address = {pool:bytes}) AS pool
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
ORDER BY pool.chain_id
LIMIT 100
