-- column created_at timestamp
SELECT id, title, project_id, folder_id, created_at
FROM research_pages
WHERE id = {new_page_id:int64} AND space_id = {guard.tenant:int64}
