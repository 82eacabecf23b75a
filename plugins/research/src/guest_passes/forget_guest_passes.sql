DELETE FROM research_guest_passes
WHERE id IN (
    SELECT old.id FROM research_guest_passes AS old WHERE old.expires_at < {before:timestamp} ORDER BY old.expires_at LIMIT {most:int64})
