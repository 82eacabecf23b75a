-- The plus signs keep SQLite from looking through the page for each row: a row is found by its id.
UPDATE research_blocks
SET kind = changed.kind, body = changed.body, attrs = changed.attrs, version = research_blocks.version + 1, updated_at = {now:timestamp},
    updated_by_user_id = {caller.user_id:int64}, indexed_as = changed.indexed_as
FROM {blocks:rows(id int64, kind text, body text, attrs text, indexed_as int64)} AS changed
WHERE +research_blocks.page_id = {guard.page_id:int64} AND research_blocks.space_id = {guard.tenant:int64}
  AND research_blocks.id = changed.id
