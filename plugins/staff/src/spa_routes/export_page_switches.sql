-- The pages that a person switched last.
SELECT key, enabled, changed_at, reason FROM staff__spa_routes WHERE changed_by_user_id = {user_id:int64} ORDER BY key
