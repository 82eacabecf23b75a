-- The document changed: a check of its claim lapses with it.
UPDATE research_pages
SET document_version = document_version + 1, updated_by_user_id = {caller.user_id:int64}, updated_at = {now:timestamp}
WHERE id = {guard.page_id:int64} AND space_id = {guard.tenant:int64}
