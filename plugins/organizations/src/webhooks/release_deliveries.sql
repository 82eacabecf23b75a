-- What waited is due again, with as many attempts as at first.
UPDATE webhook_deliveries SET due_at = {now:timestamp}, attempts = 0
WHERE organization_id = {guard.tenant:int64} AND endpoint_id = {id:int64} AND state = 'waiting'
