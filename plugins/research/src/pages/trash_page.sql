UPDATE research_pages SET trashed_at = {now:timestamp}, trashed_by_user_id = {caller.user_id:int64}
WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64} AND trashed_at IS NULL
  AND project_id IN (
      SELECT project.id FROM research_projects AS project
      WHERE project.space_id = {guard.tenant:int64} AND project.trashed_at IS NULL)
