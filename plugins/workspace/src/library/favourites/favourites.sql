-- The caller's favourites, each with its summary where that is young enough.
-- column created_at timestamp
-- column summary json
SELECT favourite.id, favourite.chain_id, favourite.pool, favourite.created_at, kept.summary
FROM favourites AS favourite
LEFT JOIN favourite_summaries AS kept
    ON kept.chain_id = favourite.chain_id AND kept.pool = favourite.pool AND kept.read_at > {fresh_since:timestamp}
WHERE favourite.user_id = {caller.user_id:int64}
ORDER BY favourite.id
LIMIT 1000
