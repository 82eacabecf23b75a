SELECT id, url, events, consecutive_failures, disabled_at, previous_until, created_at
FROM webhook_endpoints
WHERE organization_id = {organization_id:int64}
  AND id = {id:int64}                                                                        -- when id
ORDER BY id DESC
LIMIT 100
