SELECT user_id FROM space_members WHERE space_id = {guard.tenant:int64} ORDER BY user_id LIMIT 1000
