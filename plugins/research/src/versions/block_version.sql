SELECT block_id AS id, kind, body, attrs, position, version
FROM research_block_versions
WHERE page_id = {guard.page_id:int64} AND space_id = {guard.tenant:int64} AND id = {id:int64}
