INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, space_id, title, excerpt, created_at)
SELECT new.user_id, new.kind, 'alert_firing', new.firing_id, new.space_id, new.title, new.excerpt, {now:timestamp}
FROM {entries:rows(user_id int64, kind text, firing_id int64, space_id int64, title text, excerpt text)} AS new
WHERE TRUE
ON CONFLICT (user_id, kind, subject_type, subject_id) DO NOTHING
