-- Plans that were given to an organization for a time, the last to end first.
-- column granted_at, ends_at timestamp
SELECT id, plan_key, granted_at, granted_by_user_id, ends_at, reason
FROM courtesy_subscriptions
WHERE organization_id = {organization_id:int64}
ORDER BY ends_at DESC, id DESC
LIMIT 100
