-- A project as lists and its own address show it.
-- column created_at, updated_at timestamp
SELECT project.id, project.space_id, project.name, project.description,
    (SELECT count(*) FROM research_pages AS page
     WHERE page.space_id = {guard.tenant:int64} AND page.project_id = project.id AND page.trashed_at IS NULL) AS page_count,
    project.created_by_user_id AS created_by_id, coalesce(creator.name, 'former member') AS created_by_name,
    project.created_at, project.updated_at
FROM research_projects AS project
LEFT JOIN person_names AS creator ON creator.user_id = project.created_by_user_id
