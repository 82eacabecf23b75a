-- Blocks of the page.
-- column attrs json
SELECT id, kind, body, attrs, position, version FROM research_blocks
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND id IN ({ids:int64[]})
ORDER BY id
