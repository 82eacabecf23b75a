SELECT id, title, version FROM notebook__notes
WHERE user_id = {user_id:int64}
ORDER BY id
