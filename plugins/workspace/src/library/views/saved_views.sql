-- A page of the caller's views, the newest first.
-- column created_at timestamp
-- column params json
SELECT id, kind, name, params, created_at FROM saved_views
WHERE user_id = {caller.user_id:int64}
  AND id < {behind:int64} -- when behind
ORDER BY id DESC
LIMIT {most:int64}
