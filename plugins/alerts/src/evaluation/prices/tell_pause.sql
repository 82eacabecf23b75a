-- Nobody is told of one pause twice.
INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, title, excerpt, created_at)
SELECT person.user_id, 'price_alerts_paused', 'module', {off_version:int64}, {title:text}, {excerpt:text}, {now:timestamp}
FROM {people:rows(user_id int64)} AS person
WHERE TRUE
ON CONFLICT (user_id, kind, subject_type, subject_id) DO NOTHING
