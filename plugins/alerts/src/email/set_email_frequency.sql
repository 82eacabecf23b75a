INSERT INTO alert_email_settings (user_id, frequency, changed_at) VALUES ({caller.user_id:int64}, {frequency:text}, {now:timestamp})
ON CONFLICT (user_id) DO UPDATE SET frequency = excluded.frequency, changed_at = excluded.changed_at
WHERE alert_email_settings.user_id = {caller.user_id:int64} AND alert_email_settings.frequency <> excluded.frequency
