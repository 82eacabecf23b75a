-- Deliveries with the newest attempt of each.
SELECT delivery.id, delivery.event_id, event.name AS event, delivery.state, delivery.attempts, delivery.created_at, delivery.due_at,
    attempt.attempted_at, attempt.duration_ms, attempt.status, attempt.answer, attempt.failure
FROM webhook_deliveries AS delivery
JOIN events AS event ON event.id = delivery.event_id AND event.organization_id = {guard.tenant:int64}
LEFT JOIN webhook_attempts AS attempt
    ON attempt.organization_id = {guard.tenant:int64}
    AND attempt.id = (SELECT max(newest.id) FROM webhook_attempts AS newest
                      WHERE newest.delivery_id = delivery.id AND newest.organization_id = {guard.tenant:int64})
