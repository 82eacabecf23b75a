-- What was put into the trash of the guard's space and can be restored, the last first.
-- column trashed_at timestamp
-- column parent_in_trash boolean
SELECT thing.kind, thing.id, thing.title, thing.project_id, thing.project_name, thing.parent_in_trash, thing.trashed_at,
    thing.trashed_by_id, coalesce(person.name, 'former member') AS trashed_by_name
FROM (
    SELECT 'page' AS kind, page.id, page.title, page.project_id, project.name AS project_name,
        project.trashed_at IS NOT NULL AS parent_in_trash, page.trashed_at, page.trashed_by_user_id AS trashed_by_id
    FROM research_pages AS page
    JOIN research_projects AS project ON project.id = page.project_id AND project.space_id = page.space_id
    WHERE page.space_id = {guard.tenant:int64} AND page.trashed_at >= {kept_since:timestamp}
    UNION ALL
    SELECT 'project' AS kind, project.id, project.name AS title, NULL AS project_id, NULL AS project_name,
        FALSE AS parent_in_trash, project.trashed_at, project.trashed_by_user_id AS trashed_by_id
    FROM research_projects AS project
    WHERE project.space_id = {guard.tenant:int64} AND project.trashed_at >= {kept_since:timestamp}
) AS thing
LEFT JOIN person_names AS person ON person.user_id = thing.trashed_by_id
WHERE {after(trashed_at:timestamp desc, kind:text asc, id:int64 desc)}
ORDER BY thing.trashed_at DESC, thing.kind, thing.id DESC
LIMIT {page.limit}
