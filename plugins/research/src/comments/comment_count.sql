SELECT count(*) AS comments FROM research_comments WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64}
