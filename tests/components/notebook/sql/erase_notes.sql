DELETE FROM notebook_notes WHERE user_id = {user_id:int64}
