-- Gives a plan for a time.
INSERT INTO courtesy_subscriptions (organization_id, plan_key, ends_at, granted_by_user_id, granted_at, reason)
SELECT {organization_id:int64}, key, {ends_at:timestamp}, {caller.user_id:int64}, {now:timestamp}, {reason:text?}
FROM plans WHERE key = {plan_key:text}
