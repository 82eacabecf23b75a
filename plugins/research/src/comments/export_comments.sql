-- column created_at, resolved_at timestamp
SELECT page.title AS page, comment.body, comment.created_at, comment.resolved_at
FROM research_comments AS comment JOIN research_pages AS page ON page.id = comment.page_id AND page.space_id = comment.space_id
WHERE comment.author_user_id = {user_id:int64} AND comment.removed_at IS NULL ORDER BY comment.id
