-- Keeps blocks as they are before a change: always, or once an author and ten minutes.
INSERT INTO research_block_versions (block_id, page_id, space_id, kind, body, attrs, position, version, author_user_id, created_at)
SELECT block.id, {guard.page_id:int64}, {guard.tenant:int64}, block.kind, block.body, block.attrs, block.position, block.version,
    block.updated_by_user_id, {now:timestamp}
FROM {blocks:rows(id int64, always int64)} AS wanted
JOIN research_blocks AS block ON block.id = wanted.id
WHERE +block.page_id = {guard.page_id:int64} AND block.space_id = {guard.tenant:int64}
  AND (wanted.always = 1 OR NOT EXISTS (
      SELECT 1 FROM research_block_versions AS recent
      WHERE recent.space_id = {guard.tenant:int64} AND recent.block_id = block.id AND recent.author_user_id = block.updated_by_user_id AND recent.created_at > {since:timestamp}))
