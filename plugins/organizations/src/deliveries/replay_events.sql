-- A delivery for each event since then that the endpoint asks for, the oldest of them; one that was given up begins anew, one that was taken
-- or waits stays.
INSERT INTO webhook_deliveries (endpoint_id, organization_id, event_id, state, attempts, due_at, created_at)
SELECT endpoint.id, {guard.tenant:int64}, event.id, 'waiting', 0, {now:timestamp}, {now:timestamp}
FROM events AS event
JOIN webhook_endpoints AS endpoint
    ON endpoint.organization_id = event.organization_id AND endpoint.events LIKE '%"' || event.name || '"%'
LEFT JOIN webhook_deliveries AS delivery
    ON delivery.endpoint_id = endpoint.id AND delivery.event_id = event.id AND delivery.organization_id = {guard.tenant:int64}
WHERE event.organization_id = {guard.tenant:int64} AND endpoint.organization_id = {guard.tenant:int64}
  AND endpoint.id = {endpoint_id:int64} AND event.created_at >= {since:timestamp}
  AND (delivery.id IS NULL OR delivery.state = 'failed')
ORDER BY event.created_at, event.id
LIMIT {most:int64}
ON CONFLICT (endpoint_id, event_id) DO UPDATE SET state = 'waiting', attempts = 0, due_at = excluded.due_at, ended_at = NULL
WHERE webhook_deliveries.organization_id = {guard.tenant:int64} AND webhook_deliveries.state = 'failed'
