-- Inboxes tell no more of what was removed.
DELETE FROM inbox_notifications
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND subject_type = 'comment' AND subject_id = {guard.comment_id:int64}
