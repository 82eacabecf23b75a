-- A page as lists and its own address show it.
-- column created_at, updated_at, verified_at timestamp
-- column from_template, verified boolean
SELECT page.id, page.space_id, page.project_id, project.name AS project_name, page.folder_id, page.title, page.finding, page.status,
    page.from_template, page.document_version, page.version,
    page.created_by_user_id AS created_by_id, coalesce(creator.name, 'former member') AS created_by_name,
    page.updated_by_user_id AS updated_by_id, coalesce(editor.name, 'former member') AS updated_by_name,
    page.created_at, page.updated_at, page.verified_at,
    coalesce(page.verified_document_version = page.document_version, FALSE) AS verified
