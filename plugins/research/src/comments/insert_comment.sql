INSERT INTO research_comments (page_id, space_id, thread_id, block_id, block_text, body, author_user_id, created_at)
VALUES ({guard.page_id:int64}, {guard.tenant:int64}, {thread_id:int64?}, {block_id:int64?}, {block_text:text?}, {body:text},
    {caller.user_id:int64}, {now:timestamp})
RETURNING id
