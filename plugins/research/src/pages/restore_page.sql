-- What was in the trash for as long as things are kept is not restored: its removal may have begun.
UPDATE research_pages SET trashed_at = NULL, trashed_by_user_id = NULL
WHERE space_id = {guard.tenant:int64} AND id = {guard.page_id:int64} AND trashed_at >= {kept_since:timestamp}
