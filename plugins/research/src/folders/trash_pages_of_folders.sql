UPDATE research_pages SET trashed_at = {now:timestamp}, trashed_by_user_id = {caller.user_id:int64}, folder_id = NULL
WHERE space_id = {guard.tenant:int64} AND project_id = {guard.project_id:int64} AND folder_id IN ({folders:int64[]})
  AND trashed_at IS NULL
