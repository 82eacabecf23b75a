-- A version that a block still has stays.
DELETE FROM research__block_changes
WHERE changed_at < {before:timestamp} AND (block_id, version) IN (
    SELECT old.block_id, old.version FROM research__block_changes AS old
    WHERE old.changed_at < {before:timestamp}
      AND NOT EXISTS (SELECT 1 FROM research_blocks AS block WHERE block.id = old.block_id AND block.version = old.version)
    ORDER BY old.changed_at LIMIT {most:int64})
