-- Files that no block named within their time, the oldest first.
DELETE FROM research_uploads
WHERE attached_at IS NULL AND id IN (
    SELECT old.id FROM research_uploads AS old
    WHERE old.attached_at IS NULL AND old.created_at < {before:timestamp}
    ORDER BY old.created_at LIMIT {most:int64})
