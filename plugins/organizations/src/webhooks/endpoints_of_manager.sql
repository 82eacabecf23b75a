-- Endpoints that a person added, or whose signing secret was shown to that person last.
-- column is_creator, has_secret boolean
SELECT id, url, coalesce(created_by_user_id = {user_id:int64}, FALSE) AS is_creator,
    coalesce(secret_seen_by_user_id = {user_id:int64}, FALSE) AS has_secret
FROM webhook_endpoints
WHERE organization_id = {guard.tenant:int64}
  AND (created_by_user_id = {user_id:int64} OR secret_seen_by_user_id = {user_id:int64})
ORDER BY id
LIMIT 100
