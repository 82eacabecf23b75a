-- Events that were added since and not told to the end.
-- column verified, is_past boolean
-- column occurred_at, updated_at timestamp
SELECT event.id, event.key, event.category, event.title, event.summary, event.occurred_at, event.time_precision, event.chain,
    event.chain_id, event.block_number, event.reported_loss, event.severity, event.is_verified AS verified, event.updated_at, event.version,
    event.occurred_at IS NULL OR event.occurred_at < event.created_at - {news_microseconds:int64} AS is_past,
    COALESCE(told.after_organization_id, -1) AS told_up_to
FROM chain_events AS event
LEFT JOIN alert_chain_events AS told ON told.event_id = event.id
WHERE event.created_at > {since:timestamp} AND event.removed_at IS NULL
  AND (told.event_id IS NULL OR told.after_organization_id IS NOT NULL)
ORDER BY event.created_at, event.id
LIMIT {most:int64}
