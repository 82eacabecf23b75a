-- One entry about an endpoint in the inbox of each owner and admin who stays, for the person who left last.
INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, actor_user_id, title, excerpt, created_at)
SELECT manager.user_id, 'webhook_creator_left', 'webhook', {id:int64}, {user_id:int64}, {server:text}, {sentence:text}, {now:timestamp}
FROM organization_members AS manager
WHERE manager.organization_id = {guard.tenant:int64} AND manager.role IN ('owner', 'admin') AND manager.disabled_at IS NULL
  AND manager.user_id <> {user_id:int64}
ORDER BY manager.user_id
LIMIT 100
ON CONFLICT (user_id, kind, subject_type, subject_id)
DO UPDATE SET actor_user_id = excluded.actor_user_id, excerpt = excluded.excerpt, created_at = excluded.created_at, read_at = NULL
