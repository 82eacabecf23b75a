-- Sets one allowance or feature; null is unlimited.
INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_by_user_id, set_at, reason)
VALUES ({organization_id:int64}, {name:text}, {value:text?}, 'staff', {caller.user_id:int64}, {now:timestamp}, {reason:text?})
ON CONFLICT (organization_id, name) DO UPDATE
SET value = excluded.value, set_by = excluded.set_by, set_by_user_id = excluded.set_by_user_id,
    set_at = excluded.set_at, reason = excluded.reason
