-- Where the person is signed in, and which of them asks.
-- column current boolean
-- column created_at, last_seen_at, expires_at timestamp
SELECT id, id = {session_id:int64} AS current, signed_in_by, client, address, user_agent, created_at, last_seen_at,
    expires_at
FROM session_list
WHERE user_id = {caller.user_id:int64}
ORDER BY id DESC
LIMIT 100
