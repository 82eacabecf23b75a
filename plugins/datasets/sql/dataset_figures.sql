-- How many rows each dataset has, and the time of its newest one.
SELECT 'blocks' AS dataset, count() AS rows, maxOrNull(block_timestamp) AS newest_at FROM blocks
UNION ALL
SELECT 'transactions', count(), maxOrNull(block_timestamp) FROM transactions
UNION ALL
SELECT 'logs', count(), maxOrNull(block_timestamp) FROM logs
UNION ALL
SELECT 'swaps', sum(rows), max(newest_at)
FROM (
    SELECT count() AS rows, maxOrNull(block_timestamp) AS newest_at FROM v2_swaps
    UNION ALL
    SELECT count(), maxOrNull(block_timestamp) FROM v3_swaps
)
UNION ALL
SELECT 'reserves', count(), maxOrNull(block_timestamp) FROM v2_syncs
UNION ALL
SELECT 'price_bars', count(), maxOrNull(last_event_at) FROM price_bars
UNION ALL
SELECT 'pools', count(), CAST(NULL, 'Nullable(DateTime)') FROM pools
UNION ALL
SELECT 'tokens', count(), CAST(NULL, 'Nullable(DateTime)') FROM tokens
