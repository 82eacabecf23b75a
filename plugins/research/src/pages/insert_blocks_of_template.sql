INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_by_user_id, updated_by_user_id, created_at,
    updated_at, indexed_as)
SELECT {page_id:int64}, {guard.tenant:int64}, block.kind, block.body, block.attrs, block.position, {caller.user_id:int64},
    {caller.user_id:int64}, {now:timestamp}, {now:timestamp}, block.indexed_as
FROM {blocks:rows(kind text, body text, attrs text, position int64, indexed_as int64)} AS block
RETURNING id, position
