-- column created_at timestamp
SELECT id, origin, base_version, document, created_at FROM research_drafts
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND user_id = {caller.user_id:int64}
ORDER BY id DESC LIMIT 1
