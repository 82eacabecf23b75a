-- What the organization has subscribed to.
SELECT plans.key, plans.name
FROM organizations JOIN plans ON plans.key = organizations.plan_key
WHERE organizations.id = {organization_id:int64}
