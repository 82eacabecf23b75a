-- The blocks of the page, and what merging knows of each.
-- column by_caller boolean
SELECT block.id, block.kind, block.body, block.attrs, block.position, block.version, block.client_key, page.document_version,
    CASE WHEN block.updated_by_user_id = {caller.user_id:int64} THEN TRUE ELSE FALSE END AS by_caller,
    changed.document_version AS changed_in, moved.document_version AS moved_in
FROM research_blocks AS block
JOIN research_pages AS page ON page.id = block.page_id AND page.space_id = block.space_id
LEFT JOIN research__block_changes AS changed ON changed.block_id = block.id AND changed.version = block.version
LEFT JOIN research__block_moves AS moved ON moved.block_id = block.id
WHERE block.page_id = {guard.page_id:int64} AND block.space_id = {guard.tenant:int64}
ORDER BY block.position, block.id
LIMIT 2001
