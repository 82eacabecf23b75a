SELECT count(*) AS pages FROM research_pages
WHERE space_id = {guard.tenant:int64} AND project_id = {guard.project_id:int64}
