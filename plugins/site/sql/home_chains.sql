-- What is known of each chain: registries, bars, and the newest block by the counts of its days, which follow when a load
-- ends.
SELECT
    if(chains.slug = '', toString(part.chain_id), chains.slug) AS chain,
    part.chain_id AS chain_id,
    sum(part.pools) AS pools,
    sum(part.tokens) AS tokens,
    sum(part.daily_bars) AS daily_bars,
    max(part.newest_bar_at) AS newest_bar_at,
    max(part.newest_block) AS newest_block,
    max(part.newest_block_at) AS newest_block_at
FROM (
    SELECT chain_id, count() AS pools, 0 AS tokens, 0 AS daily_bars, CAST(NULL, 'Nullable(DateTime)') AS newest_bar_at,
        CAST(NULL, 'Nullable(UInt64)') AS newest_block, CAST(NULL, 'Nullable(DateTime)') AS newest_block_at
    FROM pools FINAL GROUP BY chain_id
    UNION ALL
    SELECT chain_id, 0, count(), 0, NULL, NULL, NULL FROM tokens FINAL GROUP BY chain_id
    UNION ALL
    SELECT chain_id, 0, 0, sum(daily_bars), max(last_event_at), NULL, NULL FROM newest_bars FINAL GROUP BY chain_id
    UNION ALL
    -- Rows whose time is not known yet count under the first day of all.
    SELECT chain_id, 0, 0, 0, NULL, max(last_block), max(newest_at)
    FROM chain_days FINAL WHERE day > toDate(0) GROUP BY chain_id
) AS part
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = part.chain_id
GROUP BY chain, chain_id
ORDER BY chain_id
LIMIT 500
