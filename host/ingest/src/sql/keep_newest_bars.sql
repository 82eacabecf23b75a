-- Keeps the newest hourly bar of every pool that was touched. A pool's newest day is known from its daily bars, and only that
-- day's hours are read: what a batch costs grows with neither the hours that a pool has nor the chain. The pools
-- themselves take part without a bar, so that one that lost its last bar is seen.
INSERT INTO newest_bars (chain_id, pool, start, close, last_block, last_event_at, daily_bars, reserve0, reserve1, version, is_deleted)
WITH kept AS (
    SELECT chain_id, pool,
        argMaxIf((start, close, last_block, last_event_at), start, period = 'hourly') AS newest,
        countIf(period = 'hourly') AS hourly_bars,
        countIf(period = 'daily') AS daily_bars
    FROM (
        SELECT chain_id, pool, toString(period) AS period, start, close, last_block, last_event_at
        FROM price_bars FINAL
        WHERE (chain_id, pool, period, toStartOfDay(start)) IN (
            SELECT chain_id, pool, 'hourly', max(start)
            FROM price_bars FINAL
            WHERE (chain_id, pool) IN (SELECT chain_id, pool FROM touched_days) AND period = 'daily'
            GROUP BY chain_id, pool
        )
        UNION ALL
        SELECT chain_id, pool, 'daily', start, CAST(NULL, 'Nullable(String)'), 0, start
        FROM price_bars FINAL
        WHERE (chain_id, pool) IN (SELECT chain_id, pool FROM touched_days) AND period = 'daily'
        UNION ALL
        SELECT DISTINCT chain_id, pool, '', toDateTime(0, 'UTC'), CAST(NULL, 'Nullable(String)'), 0, toDateTime(0, 'UTC')
        FROM touched_days
    )
    GROUP BY chain_id, pool
)
SELECT kept.chain_id, kept.pool, kept.newest.1, kept.newest.2, kept.newest.3, kept.newest.4, kept.daily_bars,
    if(synced.is_there = 1, toNullable(synced.last_reserve0), NULL), if(synced.is_there = 1, toNullable(synced.last_reserve1), NULL),
    {version:UInt64}, kept.hourly_bars = 0
FROM kept
-- The reserves after the last Sync of the block that the bar ends with.
LEFT JOIN (
    SELECT chain_id, pool, argMax(reserve0, log_index) AS last_reserve0, argMax(reserve1, log_index) AS last_reserve1, 1 AS is_there
    FROM v2_syncs FINAL
    WHERE (chain_id, pool, block_number) IN (SELECT chain_id, pool, newest.3 FROM kept)
    GROUP BY chain_id, pool
) AS synced ON synced.chain_id = kept.chain_id AND synced.pool = kept.pool
