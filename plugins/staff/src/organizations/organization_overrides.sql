-- What staff set for an organization: `5000`, `true`, and null for unlimited.
-- column value json
-- column set_at timestamp
SELECT name, value, set_at, set_by_user_id, reason
FROM entitlement_overrides
WHERE organization_id = {organization_id:int64}
ORDER BY name
LIMIT 100
