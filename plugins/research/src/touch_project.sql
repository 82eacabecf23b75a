UPDATE research_projects SET updated_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND id = {guard.project_id:int64}
