-- The first time stands.
UPDATE research_comments SET resolved_at = {now:timestamp}, resolved_by_user_id = {caller.user_id:int64}
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id = {guard.thread_id:int64} AND resolved_at IS NULL
