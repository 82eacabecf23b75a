-- column created_at timestamp
SELECT id, name, email, created_at
FROM people
WHERE id = {caller.user_id:int64}
