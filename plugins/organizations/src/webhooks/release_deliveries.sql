-- What waited is due again.
UPDATE webhook_deliveries SET due_at = {now:timestamp}
WHERE organization_id = {guard.tenant:int64} AND endpoint_id = {id:int64} AND state = 'waiting'
