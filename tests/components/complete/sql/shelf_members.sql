SELECT user_id FROM complete__shelf_members WHERE shelf_id = {guard.tenant:int64} ORDER BY user_id
