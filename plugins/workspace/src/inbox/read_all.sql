UPDATE inbox_notifications SET read_at = {now:timestamp} WHERE user_id = {caller.user_id:int64} AND read_at IS NULL
