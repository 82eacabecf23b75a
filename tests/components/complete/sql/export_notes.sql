SELECT id, title, version FROM complete__notes
WHERE user_id = {user_id:int64}
ORDER BY id
