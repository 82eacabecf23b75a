-- Of blocks as a client read them: the digest of that version, and the version of the document in which the block last changed.
SELECT asked.block_id, asked.version, known.digest,
    (SELECT MAX(newest.document_version) FROM research__block_changes AS newest
     WHERE newest.block_id = asked.block_id AND newest.page_id = {guard.page_id:int64}) AS last_changed_in
FROM {asked:rows(block_id int64, version int64)} AS asked
LEFT JOIN research__block_changes AS known
    ON known.block_id = asked.block_id AND known.version = asked.version AND known.page_id = {guard.page_id:int64}
