-- The newest block of each chain, by the counts of its days, which follow when a load ends; and the head that a followed
-- chain's server named last (without one, its head_block is 0). A lag is never below 0. A probe of the service waits 5 seconds.
-- within 3 seconds
SELECT
    if(chains.slug = '', toString(head.chain_id), chains.slug) AS chain,
    head.chain_id AS chain_id,
    head.block_number AS latest_block,
    head.block_timestamp AS latest_block_at,
    greatest(dateDiff('second', head.block_timestamp, {checked_at:timestamp}), 0) AS ingest_lag_seconds,
    nullIf(followed.head_block, 0) AS head_block,
    if(followed.head_block = 0, NULL, greatest(dateDiff('second', head.block_timestamp, followed.head_at), 0))
        AS head_lag_seconds
FROM (
    -- Rows whose time is not known yet count under the first day of all.
    SELECT chain_id, max(last_block) AS block_number, assumeNotNull(max(newest_at)) AS block_timestamp
    FROM chain_days FINAL WHERE day > toDate(0) GROUP BY chain_id
) AS head
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = head.chain_id
LEFT JOIN (SELECT chain_id, head_block, head_at FROM followed_chains FINAL) AS followed
    ON followed.chain_id = head.chain_id
ORDER BY chain_id
