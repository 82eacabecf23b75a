UPDATE research_comments SET resolved_at = NULL, resolved_by_user_id = NULL
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id = {guard.thread_id:int64} AND resolved_at IS NOT NULL
