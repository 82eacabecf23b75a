-- column resolved_at timestamp
SELECT page.title AS page, comment.resolved_at
FROM research_comments AS comment JOIN research_pages AS page ON page.id = comment.page_id AND page.space_id = comment.space_id
WHERE comment.resolved_by_user_id = {user_id:int64} ORDER BY comment.id
