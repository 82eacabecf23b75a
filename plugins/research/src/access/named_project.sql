-- What the caller is in the space of the project that the body names.
SELECT project.space_id AS tenant, member.role AS rank, project.id AS project_id,
    CASE WHEN project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM research_projects AS project
JOIN space_members AS member ON member.space_id = project.space_id
WHERE project.id = {body.project_id:int64?} AND member.user_id = {caller.user_id:int64}
