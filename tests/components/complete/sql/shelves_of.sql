SELECT shelf_id FROM complete__shelf_members WHERE user_id = {user_id:int64}
