UPDATE published_pages SET withdrawn_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND withdrawn_at IS NULL
