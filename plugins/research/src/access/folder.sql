-- What the caller is in the space of the folder, which lies in the project of the path.
SELECT folder.space_id AS tenant, member.role AS rank, folder.project_id AS project_id, folder.id AS folder_id,
    CASE WHEN project.trashed_at IS NOT NULL THEN 'in_trash' END AS refusal
FROM research_folders AS folder
JOIN research_projects AS project ON project.id = folder.project_id AND project.space_id = folder.space_id
JOIN space_members AS member ON member.space_id = folder.space_id
WHERE folder.id = {path.folder_id:int64} AND folder.project_id = {path.project_id:int64}
  AND member.user_id = {caller.user_id:int64}
