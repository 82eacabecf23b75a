-- Those that are pages of the guard's space and not in the trash.
SELECT page.id
FROM research_pages AS page JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
WHERE page.space_id = {guard.tenant:int64} AND page.id IN ({pages:int64[]})
  AND page.trashed_at IS NULL AND project.trashed_at IS NULL
