{part.comment_fields}
    comment.removed_at
FROM research_comments AS comment
{part.comment_people}
WHERE comment.space_id = {guard.tenant:int64} AND comment.page_id = {guard.page_id:int64} AND comment.id = {id:int64}
