SELECT id FROM research_drafts
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND user_id = {caller.user_id:int64}
  AND base_version = {base_version:int64} AND document = {document:text}
ORDER BY id DESC LIMIT 1
