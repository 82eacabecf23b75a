UPDATE research_folders SET name = {name:text}
WHERE space_id = {guard.tenant:int64} AND project_id = {guard.project_id:int64} AND id = {guard.folder_id:int64}
