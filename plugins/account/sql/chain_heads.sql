-- The newest block of each chain, from the blocks themselves or, where only logs were loaded, from the daily bars; and the
-- head that a followed chain's server named last (without one, head_block is 0).
SELECT
    if(chains.slug = '', toString(head.chain_id), chains.slug) AS chain,
    head.chain_id AS chain_id,
    max(head.block_number) AS latest_block,
    max(head.block_timestamp) AS latest_block_at,
    any(followed.head_block) AS head_block,
    any(followed.head_at) AS head_block_at
FROM (
    SELECT chain_id, max(block_number) AS block_number, max(block_timestamp) AS block_timestamp
    FROM blocks FINAL GROUP BY chain_id
    UNION ALL
    SELECT chain_id, max(last_block), max(last_event_at)
    FROM price_bars FINAL WHERE period = 'daily' GROUP BY chain_id
) AS head
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = head.chain_id
LEFT JOIN (SELECT chain_id, head_block, head_at FROM followed_chains FINAL) AS followed
    ON followed.chain_id = head.chain_id
GROUP BY chain, chain_id
ORDER BY chain_id
