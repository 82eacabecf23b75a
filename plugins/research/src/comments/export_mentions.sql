-- column created_at timestamp
SELECT page.title AS page, comment.created_at
FROM research_mentions AS mention
JOIN research_comments AS comment ON comment.id = mention.comment_id
JOIN research_pages AS page ON page.id = comment.page_id AND page.space_id = comment.space_id
WHERE mention.user_id = {user_id:int64} ORDER BY comment.id
