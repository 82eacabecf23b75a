-- column attrs json
SELECT id, kind, body, attrs, position, version
FROM research_blocks
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64}
ORDER BY position, id
LIMIT 2000
