-- The newest first, each with its newest attempt.
-- column created_at, due_at, attempted_at timestamp
SELECT id, event_id, event, state, attempts, created_at, due_at, attempted_at, duration_ms, status, answer, failure
FROM (
    {part.delivery_fields}
    WHERE delivery.organization_id = {guard.tenant:int64} AND delivery.endpoint_id = {endpoint_id:int64}
      AND delivery.state = {state:text} -- when state
) AS listed
WHERE {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
