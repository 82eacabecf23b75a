-- The newest data of each chain, and how deep its blocks may still be replaced: 64 where it is not followed.
SELECT toInt64(head.chain_id) AS chain_id, head.newest_at AS newest_at, toInt64(head.newest_block) AS newest_block,
    if(followed.finality_depth = 0, 64, toInt64(followed.finality_depth)) AS finality_depth
FROM (
    -- Rows whose time is not known yet count under the first day of all.
    SELECT chain_id, max(last_block) AS newest_block, assumeNotNull(max(newest_at)) AS newest_at
    FROM chain_days FINAL WHERE day > toDate(0) GROUP BY chain_id
) AS head
LEFT JOIN (SELECT chain_id, finality_depth FROM followed_chains FINAL) AS followed ON followed.chain_id = head.chain_id
ORDER BY chain_id
LIMIT 10000
