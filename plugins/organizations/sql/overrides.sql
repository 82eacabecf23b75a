-- What staff set for the organization apart from its plan.
SELECT name FROM entitlement_overrides WHERE organization_id = {organization_id:int64} ORDER BY name LIMIT 100
