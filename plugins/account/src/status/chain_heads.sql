-- The newest block of each chain, by the counts of its days, which follow when a load ends; and the head that a followed
-- chain's server named last (without one, head_block is 0).
SELECT
    if(chains.slug = '', toString(head.chain_id), chains.slug) AS chain,
    head.chain_id AS chain_id,
    head.block_number AS latest_block,
    head.block_timestamp AS latest_block_at,
    followed.head_block AS head_block,
    followed.head_at AS head_block_at
FROM (
    -- Rows whose time is not known yet count under the first day of all.
    SELECT chain_id, max(last_block) AS block_number, assumeNotNull(max(newest_at)) AS block_timestamp
    FROM chain_days FINAL WHERE day > toDate(0) GROUP BY chain_id
) AS head
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = head.chain_id
LEFT JOIN (SELECT chain_id, head_block, head_at FROM followed_chains FINAL) AS followed
    ON followed.chain_id = head.chain_id
ORDER BY chain_id
