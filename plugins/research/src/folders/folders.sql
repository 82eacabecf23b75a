-- All folders of the guard's project.
-- column created_at timestamp
SELECT folder.id, folder.parent_folder_id, folder.name,
    (SELECT count(*) FROM research_pages AS page
     WHERE page.space_id = {guard.tenant:int64} AND page.folder_id = folder.id AND page.trashed_at IS NULL) AS page_count,
    folder.created_at
FROM research_folders AS folder
WHERE folder.space_id = {guard.tenant:int64} AND folder.project_id = {guard.project_id:int64}
ORDER BY folder.name, folder.id
LIMIT 1000
