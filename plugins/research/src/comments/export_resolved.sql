-- Without the titles of pages in spaces that the person left: they change, and are for members.
-- column resolved_at timestamp
SELECT CASE WHEN member.id IS NULL THEN NULL ELSE page.title END AS page, comment.resolved_at
FROM research_comments AS comment JOIN research_pages AS page ON page.id = comment.page_id AND page.space_id = comment.space_id
LEFT JOIN space_members AS member ON member.space_id = comment.space_id AND member.user_id = {user_id:int64}
WHERE comment.resolved_by_user_id = {user_id:int64} ORDER BY comment.id
