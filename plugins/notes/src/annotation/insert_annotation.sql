INSERT INTO research_annotations (page_id, space_id, block_id, saved_item_id, target_field, content, color, author_user_id, created_at,
    updated_at)
VALUES ({guard.page_id:int64}, {guard.tenant:int64}, {block_id:int64?}, {saved_item_id:int64?}, {target_field:text}, {content:text},
    {color:text}, {caller.user_id:int64}, {now:timestamp}, {now:timestamp})
RETURNING id
