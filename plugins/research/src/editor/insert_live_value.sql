INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_by_user_id, updated_by_user_id, created_at,
    updated_at, indexed_as)
VALUES ({guard.page_id:int64}, {guard.tenant:int64}, 'live_value', {body:text}, {attrs:text}, {position:int64}, {caller.user_id:int64},
    {caller.user_id:int64}, {now:timestamp}, {now:timestamp}, {indexed_as:int64})
RETURNING id
