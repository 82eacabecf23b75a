-- The chains that are known.
SELECT if(slug = '', toString(chain_id), slug) AS word, chain_id AS id
FROM (SELECT chain_id, toString(slug) AS slug FROM chains FINAL)
ORDER BY word
LIMIT 1000
