DELETE FROM complete__notes WHERE user_id = {user_id:int64}
