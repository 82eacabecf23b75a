INSERT INTO research_mentions (comment_id, user_id)
SELECT comment.id, member.user_id
FROM research_comments AS comment
JOIN space_members AS member ON member.space_id = comment.space_id
WHERE comment.space_id = {guard.tenant:int64} AND comment.page_id = {guard.page_id:int64} AND comment.id = {comment_id:int64}
  AND member.space_id = {guard.tenant:int64} AND member.user_id IN ({people:int64[]})
