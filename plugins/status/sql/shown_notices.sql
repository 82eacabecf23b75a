-- What staff had posted when the snapshot was made, and had not resolved long before. What came later is shown with the next
-- one, so that the answer stays the same for its minute.
-- column posted_at, resolved_at timestamp
SELECT
    id, level, title, body, posted_at,
    CASE WHEN resolved_at <= {checked_at:timestamp} THEN resolved_at END AS resolved_at
FROM status_notes
WHERE posted_at <= {checked_at:timestamp} AND (resolved_at IS NULL OR resolved_at > {oldest:timestamp})
ORDER BY posted_at DESC, id DESC
LIMIT 50
