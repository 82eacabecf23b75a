-- The newest block of each chain that has any, and when it was made. A chain that is followed ends where its blocks are final.
SELECT day.chain_id AS chain_id, day.newest_block AS newest_block, day.newest_at AS newest_at,
    if(followed.head_block > followed.finality_depth, followed.head_block - followed.finality_depth, NULL) AS final_block
FROM (
    SELECT chain_id, max(last_block) AS newest_block, max(newest_at) AS newest_at
    FROM chain_days FINAL
    GROUP BY chain_id
) AS day
LEFT JOIN (SELECT chain_id, head_block, finality_depth FROM followed_chains FINAL) AS followed ON followed.chain_id = day.chain_id
ORDER BY chain_id
LIMIT 10000
