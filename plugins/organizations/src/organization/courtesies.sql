-- Plans given to the organization for a time that is not over.
-- column ends_at timestamp
SELECT plan_key, ends_at FROM courtesy_subscriptions
WHERE organization_id = {guard.tenant:int64} AND ends_at > {now:timestamp}
ORDER BY ends_at, id
LIMIT 100
