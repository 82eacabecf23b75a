INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_by_user_id, updated_by_user_id, created_at,
    updated_at)
SELECT {page_id:int64}, {guard.tenant:int64}, block.kind, block.body, block.attrs, block.position, {caller.user_id:int64},
    {caller.user_id:int64}, {now:timestamp}, {now:timestamp}
FROM {blocks:rows(kind text, body text, attrs text, position int64)} AS block
