SELECT user_id FROM reading_lists__members
WHERE list_id = {guard.tenant:int64} AND rank = 'owner' AND user_id <> {user_id:int64}
LIMIT 1
