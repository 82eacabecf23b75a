-- Entries of people's inboxes.
-- column created_at, read_at timestamp
SELECT entry.id, entry.kind, entry.subject_type, entry.subject_id, entry.space_id, entry.page_id, entry.actor_user_id AS actor_id,
    CASE WHEN entry.kind IN ('comment', 'reply', 'mention', 'webhook_creator_left') THEN coalesce(actor.name, 'former member') END AS actor_name,
    entry.title, entry.excerpt, entry.created_at, entry.read_at
FROM inbox_notifications AS entry
LEFT JOIN person_names AS actor ON actor.user_id = entry.actor_user_id
