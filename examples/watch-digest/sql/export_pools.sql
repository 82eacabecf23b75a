-- What somebody has put on watch lists, for "export my data".
SELECT chain, address, pair, note, added_at_seconds
FROM watch_digest__pools
WHERE added_by_user_id = {user_id:int64}
ORDER BY chain_id, address
