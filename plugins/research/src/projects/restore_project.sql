-- What was in the trash for as long as things are kept is not restored: its removal may have begun.
UPDATE research_projects SET trashed_at = NULL, trashed_by_user_id = NULL, updated_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND id = {guard.project_id:int64} AND trashed_at >= {kept_since:timestamp}
