{part.notification_fields}
WHERE entry.user_id = {caller.user_id:int64} AND entry.id = {guard.notification_id:int64}
