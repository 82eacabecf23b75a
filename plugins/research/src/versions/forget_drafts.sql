DELETE FROM research_drafts
WHERE id IN (SELECT old.id FROM research_drafts AS old WHERE old.created_at < {before:timestamp} ORDER BY old.created_at LIMIT {most:int64})
