INSERT INTO alert_letter_lines (user_id, space_id, alert_type, alert_id, arming, kind, sentence, detail, occurred_at)
SELECT new.user_id, new.space_id, new.alert_type, new.alert_id, new.arming, {kind:text}, new.sentence, new.detail, {now:timestamp}
FROM {lines:rows(user_id int64, space_id int64, alert_type text, alert_id int64, arming int64, sentence text, detail text)} AS new
WHERE TRUE
ON CONFLICT (user_id, alert_type, alert_id, arming, kind) DO NOTHING
