-- What staff set for the organization apart from its plan.
SELECT name FROM entitlement_overrides WHERE organization_id = {guard.tenant:int64} ORDER BY name LIMIT 100
