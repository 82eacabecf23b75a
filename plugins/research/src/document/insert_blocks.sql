INSERT INTO research_blocks (page_id, space_id, client_key, kind, body, attrs, position, created_by_user_id, updated_by_user_id, created_at,
    updated_at, indexed_as)
SELECT {guard.page_id:int64}, {guard.tenant:int64}, new.client_key, new.kind, new.body, new.attrs, new.position, {caller.user_id:int64},
    {caller.user_id:int64}, {now:timestamp}, {now:timestamp}, new.indexed_as
FROM {blocks:rows(client_key text?, kind text, body text, attrs text, position int64, indexed_as int64)} AS new
RETURNING id, position
