-- The plus signs keep SQLite from looking through the page for each row: a row is found by its id.
UPDATE research_blocks
SET position = placed.position
FROM {blocks:rows(id int64, position int64)} AS placed
WHERE +research_blocks.page_id = {guard.page_id:int64} AND research_blocks.space_id = {guard.tenant:int64}
  AND research_blocks.id = placed.id
