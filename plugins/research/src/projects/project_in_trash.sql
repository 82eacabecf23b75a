SELECT id FROM research_projects
WHERE space_id = {guard.tenant:int64} AND id = {guard.project_id:int64} AND trashed_at IS NOT NULL
