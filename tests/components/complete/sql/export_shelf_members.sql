SELECT shelf_id, rank FROM complete__shelf_members WHERE user_id = {user_id:int64} ORDER BY shelf_id
