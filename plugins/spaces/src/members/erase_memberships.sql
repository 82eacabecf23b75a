DELETE FROM space_members WHERE user_id = {user_id:int64}
