-- Blocks as they were kept before a change.
SELECT kept.block_id AS id, kept.kind, kept.body, kept.attrs, kept.position, kept.version
FROM {asked:rows(block_id int64, version int64)} AS asked
JOIN research_block_versions AS kept ON kept.block_id = asked.block_id AND kept.version = asked.version
WHERE +kept.page_id = {guard.page_id:int64} AND kept.space_id = {guard.tenant:int64}
ORDER BY kept.id
