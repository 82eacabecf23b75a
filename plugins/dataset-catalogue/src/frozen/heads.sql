-- The newest block of each chain that has any rows, and when it was made; of a chain that is followed, the last one that is final and when
-- that was made, where it is known; the genesis is from the beginning. is_final: false of a chain that is followed and no block of which is final yet.
SELECT head.chain_id AS chain_id, if(known.slug = '', toString(head.chain_id), known.slug) AS chain, head.newest_block AS newest_block,
    least(head.newest_at, ifNull(final.at, head.newest_at)) AS newest_at,
    if(followed.head_block = 0, NULL, toNullable(followed.head_block - least(followed.head_block, followed.finality_depth + 1))) AS final_block,
    CAST(followed.head_block = 0 OR followed.head_block > followed.finality_depth, 'Bool') AS is_final
FROM (
    SELECT chain_id, max(newest) AS newest_block, max(at) AS newest_at
    FROM (
        SELECT chain_id, last_block AS newest, newest_at AS at FROM chain_days FINAL
        UNION ALL
        SELECT chain_id, last_block, toNullable(last_event_at) FROM newest_bars FINAL
        UNION ALL
        SELECT chain_id, block_number, toNullable(block_timestamp) FROM health_factor_snapshots FINAL
    )
    GROUP BY chain_id
) AS head
LEFT JOIN (SELECT chain_id, head_block, finality_depth FROM followed_chains FINAL) AS followed ON followed.chain_id = head.chain_id
LEFT JOIN (
    SELECT blocks.chain_id AS chain_id, toNullable(blocks.block_timestamp) AS at FROM blocks FINAL
    WHERE (blocks.chain_id, blocks.block_number) IN (
        SELECT chain_id, head_block - least(head_block, finality_depth + 1) FROM followed_chains FINAL)
) AS final ON final.chain_id = head.chain_id
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS known ON known.chain_id = head.chain_id
ORDER BY chain_id
LIMIT 10000
