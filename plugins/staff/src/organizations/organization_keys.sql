-- The keys of a tenant: those that are not revoked, then those that are, the newest of each first.
SELECT id, user_id, name, hint, scopes, environment, created_at, expires_at, revoked_at
FROM staff_api_keys
WHERE organization_id = {organization_id:int64}
ORDER BY CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END, id DESC
LIMIT 501
