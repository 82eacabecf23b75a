DELETE FROM reading_lists__links WHERE list_id = {guard.tenant:int64}
