-- column events json
-- column enabled boolean
-- column disabled_at, previous_secret_until, created_at timestamp
SELECT id, url, events, disabled_at IS NULL AS enabled, disabled_at, consecutive_failures,
    CASE WHEN previous_until > {now:timestamp} THEN previous_until END AS previous_secret_until, created_at
FROM webhook_endpoints
WHERE organization_id = {guard.tenant:int64}
  AND id = {id:int64} -- when id
ORDER BY id DESC
LIMIT 100
