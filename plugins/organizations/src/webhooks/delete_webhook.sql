DELETE FROM webhook_endpoints WHERE id = {id:int64} AND organization_id = {guard.tenant:int64}
