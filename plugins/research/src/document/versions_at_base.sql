-- The version that each of these blocks had in a version of the document; a block that was not there has no row.
SELECT known.block_id, MAX(known.version) AS version
FROM research__block_changes AS known
WHERE known.page_id = {guard.page_id:int64} AND known.block_id IN ({block_ids:int64[]}) AND known.document_version <= {base_version:int64}
GROUP BY known.block_id
