SELECT id FROM research_pages
WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64} AND trashed_at IS NOT NULL
