-- The pages on which the caller may save copies, the newest first.
-- column created_at timestamp
SELECT id, title, project_id, space_id, created_at
FROM (
    SELECT page.id, page.title, page.project_id, page.space_id, page.created_at
    FROM {scope.spaces} AS mine
    JOIN research_pages AS page ON page.space_id = mine.tenant
    JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = mine.tenant
    WHERE mine.rank IN ('editor', 'owner') AND page.trashed_at IS NULL AND project.trashed_at IS NULL
) AS page
WHERE {after(created_at:timestamp desc, id:int64 desc)}
ORDER BY created_at DESC, id DESC
LIMIT {page.limit}
