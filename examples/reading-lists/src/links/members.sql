SELECT user_id FROM reading_lists__members WHERE list_id = {guard.tenant:int64}
