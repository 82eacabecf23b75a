INSERT INTO research_drafts (page_id, space_id, user_id, origin, base_version, document, created_at)
VALUES ({guard.page_id:int64}, {guard.tenant:int64}, {caller.user_id:int64}, {origin:text}, {base_version:int64}, {document:text},
    {now:timestamp})
RETURNING id
