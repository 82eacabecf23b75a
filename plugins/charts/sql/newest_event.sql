-- When the newest event was that passes the filters.
-- column occurred_at timestamp
SELECT occurred_at
{part.matching_events}
ORDER BY ordered_at DESC, id DESC
LIMIT 1
