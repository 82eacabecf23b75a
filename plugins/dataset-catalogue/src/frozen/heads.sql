-- The newest block of each chain that has any rows, and when it was made; of a chain that is followed, the last one that is final.
SELECT head.chain_id AS chain_id, head.newest_block AS newest_block, head.newest_at AS newest_at,
    if(followed.head_block > followed.finality_depth, toNullable(followed.head_block - followed.finality_depth), NULL) AS final_block
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
ORDER BY chain_id
LIMIT 10000
