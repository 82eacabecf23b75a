-- Changes nothing; the row is locked until the transaction ends.
UPDATE research_pages SET updated_at = updated_at WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64}
