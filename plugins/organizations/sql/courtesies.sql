-- Plans given to the organization for a time that is not over.
SELECT plan_key, ends_at
FROM courtesy_subscriptions
WHERE organization_id = {organization_id:int64} AND ends_at > {now:int64}
ORDER BY ends_at, id
LIMIT 100
