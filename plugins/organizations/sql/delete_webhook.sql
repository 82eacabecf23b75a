DELETE FROM webhook_endpoints WHERE id = {id:int64} AND organization_id = {organization_id:int64}
