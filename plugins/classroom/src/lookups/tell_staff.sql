-- One entry about a lookup in the inbox of each member of staff who looks after the data.
INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, title, excerpt, created_at)
SELECT person.id, 'token_lookup', 'token_lookup', {id:int64}, {title:text}, {excerpt:text}, {now:timestamp}
FROM staff_people AS person
WHERE person.disabled_at IS NULL AND (person.platform_tier IS NOT NULL
    OR person.id IN (SELECT staff_permissions.user_id FROM staff_permissions WHERE staff_permissions.permission = 'audit_view'))
ORDER BY person.id
LIMIT 100
ON CONFLICT (user_id, kind, subject_type, subject_id) DO NOTHING
