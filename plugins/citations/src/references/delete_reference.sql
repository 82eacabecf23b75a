DELETE FROM space_citations WHERE space_id = {guard.tenant:int64} AND id = {guard.citation_id:int64}
