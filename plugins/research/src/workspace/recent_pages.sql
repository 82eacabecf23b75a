-- The pages of the guard's space that were changed last.
-- column created_at, updated_at, verified_at timestamp
-- column from_template, verified boolean
SELECT page.id, page.space_id, page.project_id, project.name AS project_name, page.folder_id, page.title, page.finding, page.status,
    page.from_template, page.document_version, page.version,
    page.created_by_user_id AS created_by_id, coalesce(creator.name, 'former member') AS created_by_name,
    page.updated_by_user_id AS updated_by_id, coalesce(editor.name, 'former member') AS updated_by_name,
    page.created_at, page.updated_at, page.verified_at,
    coalesce(page.verified_document_version = page.document_version, FALSE) AS verified
FROM research_pages AS page
JOIN research_projects AS project
    ON project.id = page.project_id AND project.space_id = page.space_id AND project.trashed_at IS NULL
LEFT JOIN person_names AS creator ON creator.user_id = page.created_by_user_id
LEFT JOIN person_names AS editor ON editor.user_id = page.updated_by_user_id
WHERE page.space_id = {guard.tenant:int64} AND page.trashed_at IS NULL
ORDER BY page.updated_at DESC, page.id DESC
LIMIT 20
