SELECT page.id, page.title AS label, project.name AS detail
FROM research_pages AS page JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
WHERE page.space_id = {guard.tenant:int64} AND page.trashed_at IS NULL AND project.trashed_at IS NULL
  AND page.id <> {guard.page_id:int64} AND (lower(page.title) LIKE {part:text} ESCAPE '!' OR page.title LIKE {exact:text} ESCAPE '!')
ORDER BY CASE WHEN lower(page.title) LIKE {beginning:text} ESCAPE '!' THEN 0 ELSE 1 END, page.updated_at DESC, page.id DESC
LIMIT 20
