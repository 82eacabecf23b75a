DELETE FROM research_block_versions
WHERE id IN (SELECT old.id FROM research_block_versions AS old WHERE old.created_at < {before:timestamp} ORDER BY old.created_at LIMIT {most:int64})
