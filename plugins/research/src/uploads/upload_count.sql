SELECT count(*) AS uploads FROM research_uploads WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64}
