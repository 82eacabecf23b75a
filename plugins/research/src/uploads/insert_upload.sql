INSERT INTO research_uploads (page_id, space_id, object_key, file_name, media_type, size_bytes, uploaded_by_user_id, created_at)
VALUES ({guard.page_id:int64}, {guard.tenant:int64}, {object_key:text}, {file_name:text}, {media_type:text}, {size_bytes:int64},
    {caller.user_id:int64}, {now:timestamp})
RETURNING id
