-- Pages of the caller's spaces that are not in the trash, the newest first.
-- column created_at, updated_at, verified_at timestamp
-- column from_template, verified boolean
SELECT page.id, page.space_id, page.project_id, project.name AS project_name, page.folder_id, page.title, page.finding, page.status,
    page.from_template, page.document_version, page.version,
    page.created_by_user_id AS created_by_id, coalesce(creator.name, 'former member') AS created_by_name,
    page.updated_by_user_id AS updated_by_id, coalesce(editor.name, 'former member') AS updated_by_name,
    page.created_at, page.updated_at, page.verified_at,
    coalesce(page.verified_document_version = page.document_version, FALSE) AS verified
FROM {scope.spaces} AS mine
JOIN research_pages AS page ON page.space_id = mine.tenant
JOIN (SELECT known.id AS known_id, known.name, known.space_id AS known_space_id
      FROM {scope.spaces} AS theirs JOIN research_projects AS known ON known.space_id = theirs.tenant
      WHERE known.trashed_at IS NULL) AS project
    ON project.known_id = page.project_id AND project.known_space_id = mine.tenant
LEFT JOIN person_names AS creator ON creator.user_id = page.created_by_user_id
LEFT JOIN person_names AS editor ON editor.user_id = page.updated_by_user_id
WHERE page.trashed_at IS NULL
  AND {after(created_at:timestamp desc, id:int64 desc)}
ORDER BY page.created_at DESC, page.id DESC
LIMIT {page.limit}
