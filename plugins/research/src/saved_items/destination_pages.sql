-- The pages on which the caller may save copies, the newest first.
-- column created_at timestamp
SELECT page.id, page.title, page.project_id, page.space_id, page.created_at
FROM {scope.spaces} AS mine
JOIN research_pages AS page ON page.space_id = mine.tenant
JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = mine.tenant
WHERE mine.rank IN ('editor', 'owner') AND page.trashed_at IS NULL AND project.trashed_at IS NULL
  AND (page.created_at < {made_behind:timestamp}                                  -- when behind
       OR page.created_at = {made_behind:timestamp} AND page.id < {behind:int64}) -- when behind
ORDER BY page.created_at DESC, page.id DESC
LIMIT {most:int64}
