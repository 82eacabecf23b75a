-- Uploads whose links have ended for a while, before they are a day old.
SELECT id, object_key FROM research_uploads
WHERE attached_at IS NULL AND created_at >= {since:timestamp} AND created_at < {before:timestamp}
ORDER BY created_at, id
LIMIT 1000
