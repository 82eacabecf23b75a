-- The keys of an organization: those not revoked, then those that are, the newest of each first; and how many there are.
-- column scopes json
-- column created_at, expires_at, revoked_at, last_used_at timestamp
SELECT id, name, hint, '["' || replace(scopes, ' ', '","') || '"]' AS scopes, user_id, created_at,
    last_used_at, expires_at, revoked_at,
    count(*) OVER () AS _keys
FROM staff_api_keys
WHERE organization_id = {organization_id:int64}
ORDER BY CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END, id DESC
LIMIT 500
