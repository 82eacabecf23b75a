-- column created_at timestamp
-- column params json
SELECT kind, name, params, created_at FROM saved_views WHERE user_id = {user_id:int64} ORDER BY id
