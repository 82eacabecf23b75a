-- column created_at, read_at timestamp
SELECT kind, title, excerpt, created_at, read_at
FROM inbox_notifications WHERE user_id = {user_id:int64} ORDER BY id
