SELECT id, name, email, created_at
FROM people
WHERE id = {caller_user_id:int64}
