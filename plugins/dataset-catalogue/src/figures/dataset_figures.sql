-- How many rows each dataset has, and the time of its newest one. Nothing is read whole: the engine knows how many rows a
-- table has, the newest times of raw data stand in the counts of its days, and decoded events are in the order of time or
-- have an index of it, by which the first of that order is found.
SELECT 'blocks' AS dataset, count() AS rows, (SELECT max(newest_block_at) FROM chain_days FINAL) AS newest_at FROM blocks
UNION ALL
SELECT 'transactions', count(), (SELECT max(newest_transaction_at) FROM chain_days FINAL) FROM transactions
UNION ALL
SELECT 'logs', count(), (SELECT max(newest_log_at) FROM chain_days FINAL) FROM logs
UNION ALL
SELECT 'swaps', sum(rows), max(newest_at)
FROM (
    SELECT count() AS rows, (SELECT block_timestamp FROM v2_swaps ORDER BY block_timestamp DESC LIMIT 1) AS newest_at
    FROM v2_swaps
    UNION ALL
    SELECT count(), (SELECT block_timestamp FROM v3_swaps ORDER BY block_timestamp DESC LIMIT 1) FROM v3_swaps
)
UNION ALL
SELECT 'reserves', count(), (SELECT block_timestamp FROM v2_syncs ORDER BY block_timestamp DESC LIMIT 1) FROM v2_syncs
UNION ALL
SELECT 'price_bars', count(), (SELECT maxOrNull(last_event_at) FROM newest_bars FINAL) FROM price_bars
UNION ALL
SELECT 'liquidations', count(), (SELECT block_timestamp FROM liquidations ORDER BY block_timestamp DESC LIMIT 1)
FROM liquidations
UNION ALL
SELECT 'absorptions', count(), (SELECT block_timestamp FROM absorptions ORDER BY block_timestamp DESC LIMIT 1)
FROM absorptions
UNION ALL
SELECT 'health_factors', (SELECT count() FROM health_factors), maxOrNull(block_timestamp) FROM health_factor_snapshots
UNION ALL
SELECT 'pools', count(), CAST(NULL, 'Nullable(DateTime)') FROM pools
UNION ALL
SELECT 'tokens', count(), CAST(NULL, 'Nullable(DateTime)') FROM tokens
