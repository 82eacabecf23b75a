-- The keys of a tenant, newest first.
SELECT id, user_id, name, hint, scopes, environment, created_at, expires_at, revoked_at
FROM staff_api_keys
WHERE organization_id = {organization_id:int64}
ORDER BY id DESC
LIMIT 500
