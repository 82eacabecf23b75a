-- Keeps the newest hourly bar of every pool that was touched. A pool's newest day is known from its daily bars, and only that
-- day's hours are read: what a batch costs grows with neither the hours that a pool has nor the chain. The pools
-- themselves take part without a bar, so that one that lost its last bar is seen.
INSERT INTO newest_bars (chain_id, pool, start, close, last_block, last_event_at, daily_bars, version, is_deleted)
SELECT chain_id, pool, newest.1, newest.2, newest.3, newest.4, daily_bars, {version:UInt64}, hourly_bars = 0
FROM (
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
