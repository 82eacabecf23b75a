UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, due_at = {now:timestamp}, ended_at = NULL
WHERE organization_id = {guard.tenant:int64} AND endpoint_id = {endpoint_id:int64} AND id = {id:int64}
