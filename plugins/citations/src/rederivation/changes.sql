-- What was written since that version: of each chain the first block that was loaded, replaced or taken back. Registries, which have no
-- blocks, count as block 0. Rows that no log stands behind say so themselves, since neither a block's hash nor a load does where they are
-- taken back by their blocks. Runs take turns, so none that is older is still to come.
SELECT chain_id, min(first_block) AS first_block
FROM (
    SELECT chain_id, block_number AS first_block FROM block_hashes WHERE version > {seen:uint64}
    UNION ALL
    SELECT arrayJoin(chain_ids) AS chain_id, ifNull(first_block, 0) AS first_block
    FROM loads FINAL
    WHERE version + 1 > {seen:uint64} OR toUInt64(ifNull(withdrawn_at, toDateTime(0, 'UTC'))) >= intDiv({seen:uint64}, 1000000)
    UNION ALL
    SELECT chain_id, 0 FROM lending_deployments WHERE version > {seen:uint64}
    UNION ALL
    SELECT chain_id, block_number FROM health_factors WHERE version > {seen:uint64}
    UNION ALL
    SELECT chain_id, block_number FROM liquidations WHERE version > {seen:uint64}
    UNION ALL
    SELECT chain_id, block_number FROM absorptions WHERE version > {seen:uint64}
    UNION ALL
    SELECT chain_id, block_number FROM file_swaps WHERE version > {seen:uint64}
)
GROUP BY chain_id
ORDER BY chain_id
LIMIT 10000
