UPDATE research_projects SET trashed_at = {now:timestamp}, trashed_by_user_id = {caller.user_id:int64}, updated_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND id = {guard.project_id:int64} AND trashed_at IS NULL
