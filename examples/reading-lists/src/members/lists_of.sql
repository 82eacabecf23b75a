SELECT list_id FROM reading_lists__members WHERE user_id = {user_id:int64}
