-- Notes events that nobody is told of, some at once: those of the past, or every one.
INSERT INTO alert_chain_events (event_id)
SELECT event.id
FROM chain_events AS event
LEFT JOIN alert_chain_events AS told ON told.event_id = event.id
WHERE event.created_at > {since:timestamp} AND event.removed_at IS NULL AND told.event_id IS NULL
  AND (event.occurred_at IS NULL OR event.occurred_at < event.created_at - {news_microseconds:int64})                -- when news_microseconds
ORDER BY event.created_at, event.id
LIMIT {most:int64}
ON CONFLICT (event_id) DO NOTHING
