-- The names of the caller's views.
SELECT name FROM saved_views WHERE user_id = {caller.user_id:int64} ORDER BY id LIMIT 1001
