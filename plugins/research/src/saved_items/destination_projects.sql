-- The projects in which the caller may save copies, the newest first.
-- column created_at timestamp
SELECT project.id, project.name, project.space_id, space.name AS space_name, project.created_at
FROM {scope.spaces} AS mine
JOIN research_projects AS project ON project.space_id = mine.tenant
JOIN spaces AS space ON space.id = mine.tenant
WHERE mine.rank IN ('editor', 'owner') AND project.trashed_at IS NULL
  AND (project.created_at < {made_behind:timestamp}                                     -- when behind
       OR project.created_at = {made_behind:timestamp} AND project.id < {behind:int64}) -- when behind
ORDER BY project.created_at DESC, project.id DESC
LIMIT {most:int64}
