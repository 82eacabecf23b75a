-- Projects of the caller's spaces, the newest first.
-- column created_at, updated_at timestamp
SELECT project.id, project.space_id, project.name, project.description,
    (SELECT count(*) FROM research_pages AS page
     WHERE page.space_id = mine.tenant AND page.project_id = project.id AND page.trashed_at IS NULL) AS page_count,
    project.created_by_user_id AS created_by_id, coalesce(creator.name, 'former member') AS created_by_name,
    project.created_at, project.updated_at
FROM {scope.spaces} AS mine
JOIN research_projects AS project ON project.space_id = mine.tenant
LEFT JOIN person_names AS creator ON creator.user_id = project.created_by_user_id
WHERE project.trashed_at IS NULL
  AND {after(created_at:timestamp desc, id:int64 desc)}
ORDER BY project.created_at DESC, project.id DESC
LIMIT {page.limit}
