SELECT id, signed_in_by, client, address, user_agent, created_at, last_seen_at, expires_at
FROM session_list
WHERE user_id = {caller.user_id:int64}
ORDER BY id DESC
LIMIT 100
