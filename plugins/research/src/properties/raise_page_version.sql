UPDATE research_pages
SET version = version + 1, updated_at = {now:timestamp}, updated_by_user_id = {caller.user_id:int64}
WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64}
