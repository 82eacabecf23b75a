DELETE FROM research_terms
WHERE space_id = {guard.tenant:int64} AND +page_id = {page_id:int64} AND block_id IN ({ids:int64[]})
