-- Views of a project are counted one at a time. A view does not change its project.
UPDATE research_projects SET updated_at = updated_at WHERE space_id = {guard.tenant:int64} AND id = {guard.project_id:int64}
