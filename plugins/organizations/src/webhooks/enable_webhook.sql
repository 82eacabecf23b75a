UPDATE webhook_endpoints SET disabled_at = NULL, consecutive_failures = 0, probe_at = NULL
WHERE id = {id:int64} AND organization_id = {guard.tenant:int64}
