-- An endpoint that fails is tried now and not at its next probe; what waits for that goes on waiting.
UPDATE webhook_endpoints SET probe_at = NULL WHERE organization_id = {guard.tenant:int64} AND id = {endpoint_id:int64}
