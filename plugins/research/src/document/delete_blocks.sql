DELETE FROM research_blocks
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND id IN ({ids:int64[]})
