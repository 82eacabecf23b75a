-- Projects of the guard's space, the last changed first.
{part.project_fields}
WHERE project.space_id = {guard.tenant:int64} AND project.trashed_at IS NULL
  AND {after(updated_at:timestamp desc, id:int64 desc)}
ORDER BY project.updated_at DESC, project.id DESC
LIMIT {page.limit}
