-- Gives a plan for a time.
INSERT INTO courtesy_subscriptions (organization_id, plan_key, ends_at, granted_by_user_id, granted_at, reason)
SELECT organizations.id, plans.key, {ends_at:timestamp}, {caller.user_id:int64}, {now:timestamp}, NULLIF({reason:text}, '')
FROM organizations CROSS JOIN plans
WHERE organizations.id = {organization_id:int64} AND plans.key = {plan_key:text}
