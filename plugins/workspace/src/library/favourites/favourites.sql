-- A page of the caller's favourites, each with the summary that was read last.
-- column created_at timestamp
-- column is_fresh boolean
-- column summary json
SELECT favourite.id, favourite.chain_id, favourite.pool, favourite.created_at, kept.summary,
    COALESCE(kept.read_at > {fresh_since:timestamp}, FALSE) AS is_fresh
FROM favourites AS favourite
LEFT JOIN favourite_summaries AS kept ON kept.chain_id = favourite.chain_id AND kept.pool = favourite.pool
WHERE favourite.user_id = {caller.user_id:int64}
  AND favourite.id > {behind:int64} -- when behind
ORDER BY favourite.id
LIMIT {most:int64}
