-- The chains that a filter may name.
-- within 3 seconds
SELECT chain_id, slug FROM chains FINAL ORDER BY chain_id LIMIT 10000
