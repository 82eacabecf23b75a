SELECT id, title, version FROM notebook_notes
WHERE user_id = {user_id:int64}
ORDER BY id
