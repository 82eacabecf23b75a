-- Those whose inbox tells of the comment.
SELECT entry.user_id FROM inbox_notifications AS entry
WHERE entry.space_id = {guard.tenant:int64} AND entry.page_id = {guard.page_id:int64}
  AND entry.subject_type = 'comment' AND entry.subject_id = {comment_id:int64}
ORDER BY entry.user_id LIMIT 500
