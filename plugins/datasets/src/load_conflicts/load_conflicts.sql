-- Rows of files that differ from the stored ones of the same place in the same block, the newest load first.
SELECT
    if(chains.slug = '', toString(conflict.chain_id), chains.slug) AS chain,
    conflict.chain_id AS chain_id,
    toString(conflict.dataset) AS dataset,
    conflict.block_number AS block_number,
    conflict.position AS position,
    conflict.load AS load,
    later.file AS file,
    if(conflict.stored_load = 0, NULL, toNullable(conflict.stored_load)) AS stored_load,
    if(conflict.stored_load = 0, NULL, toNullable(stored.file)) AS stored_file,
    conflict.columns AS columns,
    CAST(conflict.is_replaced, 'Bool') AS replaced,
    later.started_at AS found_at
FROM (
    SELECT * FROM load_conflicts FINAL
    WHERE TRUE
      AND load = {load:uint64}                                                               -- when load
      AND {after(load:uint64 desc, chain_id:uint64 asc, dataset:text asc, block_number:uint64 asc, position:uint64 asc)}
    ORDER BY load DESC, chain_id, dataset, block_number, position
    LIMIT {page.limit}
) AS conflict
LEFT JOIN (SELECT number, file, toDateTime(started_at, 'UTC') AS started_at FROM loads FINAL) AS later ON later.number = conflict.load
LEFT JOIN (SELECT number, file FROM loads FINAL) AS stored ON stored.number = conflict.stored_load
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = conflict.chain_id
ORDER BY load DESC, chain_id, dataset, block_number, position
