SELECT id FROM webhook_endpoints WHERE organization_id = {guard.tenant:int64} AND id = {id:int64}
