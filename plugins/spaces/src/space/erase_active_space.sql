DELETE FROM active_spaces WHERE user_id = {user_id:int64}
