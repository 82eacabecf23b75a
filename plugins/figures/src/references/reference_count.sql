SELECT count(*) AS citations FROM space_citations WHERE space_id = {guard.tenant:int64}
