INSERT INTO research_folders (space_id, project_id, parent_folder_id, name, created_at)
VALUES ({guard.tenant:int64}, {guard.project_id:int64}, {parent_folder_id:int64?}, {name:text}, {now:timestamp})
RETURNING id
