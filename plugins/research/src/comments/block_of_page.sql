SELECT body FROM research_blocks WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id = {id:int64}
