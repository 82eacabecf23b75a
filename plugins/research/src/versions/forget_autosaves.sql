DELETE FROM research_page_versions
WHERE id IN (SELECT old.id FROM research_page_versions AS old WHERE old.updated_at < {before:timestamp} AND old.kind = 'autosave' ORDER BY old.updated_at LIMIT {most:int64})
