INSERT INTO webhook_deliveries (endpoint_id, organization_id, event_id, state, attempts, due_at, created_at)
SELECT endpoint.id, {guard.tenant:int64}, {event_id:text}, 'waiting', 0, {now:timestamp}, {now:timestamp}
FROM webhook_endpoints AS endpoint
WHERE endpoint.organization_id = {guard.tenant:int64} AND endpoint.id = {endpoint_id:int64}
RETURNING id
