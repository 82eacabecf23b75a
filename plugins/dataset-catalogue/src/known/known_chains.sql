-- The chains that a filter may name.
SELECT chain_id, slug FROM chains FINAL ORDER BY chain_id LIMIT 10000
