-- The endpoints, the newest first, with who added each and what that person is here now: no role where they left.
-- column events json
-- column enabled boolean
-- column disabled_at, previous_secret_until, created_at timestamp
SELECT endpoint.id, endpoint.url, endpoint.events, endpoint.disabled_at IS NULL AS enabled, endpoint.disabled_at,
    endpoint.consecutive_failures,
    CASE WHEN endpoint.previous_until > {now:timestamp} THEN endpoint.previous_until END AS previous_secret_until,
    endpoint.created_at, endpoint.created_by_user_id AS created_by_id, creator.name AS created_by_name,
    member.role AS created_by_role
FROM webhook_endpoints AS endpoint
LEFT JOIN person_names AS creator ON creator.user_id = endpoint.created_by_user_id
LEFT JOIN organization_members AS member ON member.organization_id = endpoint.organization_id
    AND member.user_id = endpoint.created_by_user_id
WHERE endpoint.organization_id = {guard.tenant:int64}
  AND endpoint.id = {id:int64} -- when id
ORDER BY endpoint.id DESC
LIMIT 100
