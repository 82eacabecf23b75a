INSERT INTO research__block_moves (block_id, page_id, document_version, moved_at)
SELECT moved.block_id, {guard.page_id:int64}, {document_version:int64}, {now:timestamp}
FROM {moves:rows(block_id int64)} AS moved
WHERE TRUE
ON CONFLICT (block_id) DO UPDATE SET document_version = excluded.document_version, moved_at = excluded.moved_at
