DELETE FROM data_requests WHERE user_id = {user_id:int64}
