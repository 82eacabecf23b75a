-- The caller's newest entries: of spaces in which they still are, and of none.
-- column created_at, read_at timestamp
SELECT entry.id, entry.kind, entry.subject_type, entry.subject_id, entry.space_id, entry.page_id, entry.actor_user_id AS actor_id,
    CASE WHEN entry.kind IN ('comment', 'reply', 'mention', 'webhook_creator_left') THEN coalesce(actor.name, 'former member') END AS actor_name,
    entry.title, entry.excerpt, entry.created_at, entry.read_at
FROM inbox_notifications AS entry
LEFT JOIN person_names AS actor ON actor.user_id = entry.actor_user_id
WHERE entry.user_id = {caller.user_id:int64}
  AND (entry.space_id IS NULL OR entry.space_id IN (
      SELECT member.space_id FROM space_members AS member WHERE member.user_id = {caller.user_id:int64}))
ORDER BY entry.id DESC
LIMIT 100
