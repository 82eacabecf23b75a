DELETE FROM research__block_moves
WHERE block_id IN (SELECT old.block_id FROM research__block_moves AS old WHERE old.moved_at < {before:timestamp} ORDER BY old.moved_at LIMIT {most:int64})
