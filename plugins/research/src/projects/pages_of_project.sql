-- Pages of the guard's project that are not in the trash, the newest first.
{part.page_fields}
FROM research_pages AS page
JOIN (SELECT known.id AS known_id, known.name FROM research_projects AS known WHERE known.space_id = {guard.tenant:int64}) AS project
    ON project.known_id = page.project_id
{part.page_people}
WHERE page.space_id = {guard.tenant:int64} AND page.project_id = {guard.project_id:int64} AND page.trashed_at IS NULL
  AND {after(created_at:timestamp desc, id:int64 desc)}
ORDER BY page.created_at DESC, page.id DESC
LIMIT {page.limit}
