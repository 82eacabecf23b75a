SELECT item.id, item.hash AS label, item.kind AS detail
FROM saved_items AS item
JOIN research_pages AS page ON page.id = item.page_id AND page.space_id = item.space_id
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
WHERE item.space_id = {guard.tenant:int64} AND page.trashed_at IS NULL AND project.trashed_at IS NULL
  AND lower(item.hash) LIKE {part:text} ESCAPE '!'
ORDER BY CASE WHEN lower(item.hash) LIKE {beginning:text} ESCAPE '!' THEN 0 ELSE 1 END, item.id DESC
LIMIT 20
