-- What is known of each chain: registries, bars, the newest block (of the blocks, or where only logs were loaded of the
-- bars).
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
    SELECT chain_id, 0, 0, count(), max(last_event_at), max(last_block), max(last_event_at)
    FROM price_bars FINAL WHERE period = 'daily' GROUP BY chain_id
    UNION ALL
    SELECT chain_id, 0, 0, 0, NULL, max(block_number), max(block_timestamp) FROM blocks FINAL GROUP BY chain_id
) AS part
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = part.chain_id
GROUP BY chain, chain_id
ORDER BY chain_id
LIMIT 500
