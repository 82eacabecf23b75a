INSERT INTO research_guest_passes (page_id, space_id, document_version, made_by_user_id, created_at, expires_at)
VALUES ({guard.page_id:int64}, {guard.tenant:int64}, {document_version:int64}, {caller.user_id:int64}, {now:timestamp},
    {expires_at:timestamp})
RETURNING id
