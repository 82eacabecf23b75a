-- What the caller is in the space of the project, wherever it lies.
SELECT project.space_id AS tenant, member.role AS rank, project.id AS project_id
FROM research_projects AS project
JOIN space_members AS member ON member.space_id = project.space_id
WHERE project.id = {path.project_id:int64} AND member.user_id = {caller.user_id:int64}
