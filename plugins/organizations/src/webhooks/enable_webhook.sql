UPDATE webhook_endpoints SET disabled_at = NULL, consecutive_failures = 0
WHERE id = {id:int64} AND organization_id = {guard.tenant:int64}
