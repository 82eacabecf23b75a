-- Switches one page.
INSERT INTO staff__spa_routes (key, enabled, changed_at, changed_by_user_id, reason)
VALUES ({key:text}, {enabled:boolean}, {now:timestamp}, {caller.user_id:int64}, {reason:text?})
ON CONFLICT (key) DO UPDATE
SET enabled = excluded.enabled, changed_at = excluded.changed_at, changed_by_user_id = excluded.changed_by_user_id,
    reason = excluded.reason
