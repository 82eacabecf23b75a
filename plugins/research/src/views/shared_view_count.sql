SELECT count(*) AS views FROM research_views
WHERE space_id = {guard.tenant:int64} AND project_id = {guard.project_id:int64} AND is_shared
