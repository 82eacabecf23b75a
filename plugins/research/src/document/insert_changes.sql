INSERT INTO research__block_changes (block_id, version, page_id, document_version, digest, changed_at)
SELECT made.block_id, made.version, {guard.page_id:int64}, made.document_version, made.digest, {now:timestamp}
FROM {changes:rows(block_id int64, version int64, document_version int64, digest int64?)} AS made
WHERE TRUE
ON CONFLICT (block_id, version) DO NOTHING
