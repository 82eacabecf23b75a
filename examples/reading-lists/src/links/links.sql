SELECT url, title FROM reading_lists__links WHERE list_id = {guard.tenant:int64} ORDER BY position LIMIT 2000
