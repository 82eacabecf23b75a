-- What staff had posted when the snapshot was made, and had not resolved long before. What came later is shown with the next
-- one, so that the answer stays the same for its minute.
SELECT
    id, level, title, body, posted_at,
    CASE WHEN resolved_at <= {checked_at:int64} THEN resolved_at END AS resolved_at
FROM status_notes
WHERE posted_at <= {checked_at:int64} AND (resolved_at IS NULL OR resolved_at > {oldest:int64})
ORDER BY posted_at DESC, id DESC
LIMIT 50
