-- Takes back what staff set.
DELETE FROM entitlement_overrides WHERE organization_id = {organization_id:int64}
