-- column created_at timestamp
SELECT name, created_at FROM spaces WHERE personal_user_id = {user_id:int64} ORDER BY id
