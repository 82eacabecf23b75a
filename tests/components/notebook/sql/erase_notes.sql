DELETE FROM notebook__notes WHERE user_id = {user_id:int64}
