-- What happened in the listed pools in the day before their chain's hour, and what the price was before. A pool in which nothing ever
-- happened has no row.
WITH
    hours AS (SELECT chain_id, ranked_at FROM ranking_hours FINAL WHERE chain_id IN (SELECT chain_id FROM touched_rankings)),
    activity AS (
        SELECT chain_id, pool, countIf(is_of_day) AS bars, sumIf(trades, is_of_day) AS trades,
            -- A volume that is not known in one hour is not known in the day.
            if(countIf(is_of_day AND isNull(volume_token0)) > 0, NULL, sumIf(toDecimal256OrNull(volume_token0, 18), is_of_day)) AS volume_token0,
            if(countIf(is_of_day AND isNull(volume_token1)) > 0, NULL, sumIf(toDecimal256OrNull(volume_token1, 18), is_of_day)) AS volume_token1,
            tupleElement(argMaxIf(tuple(close), start, is_of_day), 1) AS price,
            maxIf(toNullable(last_event_at), is_of_day) AS price_at,
            tupleElement(argMaxIf(tuple(close), start, NOT is_of_day), 1) AS price_before
        FROM (
            SELECT bar.*, bar.start >= hours.ranked_at - 86400 AS is_of_day
            FROM (
                SELECT start, chain_id, pool, close, volume_token0, volume_token1, trades, last_event_at FROM hourly_bars FINAL
                WHERE start IN (SELECT arrayJoin(arrayMap(hour -> ranked_at - 3600 * hour, range(1, 49))) FROM hours)
                  AND (chain_id, pool) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')
            ) AS bar
            INNER JOIN hours ON hours.chain_id = bar.chain_id
            WHERE bar.start < hours.ranked_at AND bar.start >= hours.ranked_at - 172800
        )
        GROUP BY chain_id, pool
    ),
    -- Of a pool without a bar in that day: its newest bar or, where it is of the chain's hour or later, the one before.
    earlier AS (
        SELECT chain_id, pool, tupleElement(argMax(tuple(close), start), 1) AS price, max(toNullable(last_event_at)) AS price_at
        FROM (
            SELECT chain_id, pool, start, close, last_event_at FROM newest_bars FINAL
            WHERE (chain_id, pool) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')
            UNION ALL
            SELECT chain_id, pool, start, close, last_event_at FROM price_bars FINAL
            WHERE period = 'hourly' AND (chain_id, pool) IN (
                SELECT newest.chain_id, newest.pool
                FROM (SELECT chain_id, pool, start FROM newest_bars FINAL) AS newest
                INNER JOIN hours ON hours.chain_id = newest.chain_id
                WHERE newest.start >= hours.ranked_at AND (newest.chain_id, newest.pool) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')
                  AND (newest.chain_id, newest.pool) NOT IN (SELECT chain_id, pool FROM activity WHERE activity.bars > 0))
        ) AS bar
        INNER JOIN hours ON hours.chain_id = bar.chain_id
        WHERE bar.start < hours.ranked_at
        GROUP BY chain_id, pool
    )
SELECT pool.chain_id AS chain_id, pool.address AS pool, activity.bars AS bars, activity.trades AS trades,
    activity.volume_token0 AS volume_token0, activity.volume_token1 AS volume_token1,
    if(activity.bars > 0, activity.price, earlier.price) AS price, if(activity.bars > 0, activity.price_at, earlier.price_at) AS price_at,
    activity.price_before AS price_before
FROM (
    SELECT chain_id, address FROM pools FINAL
    WHERE (chain_id, address) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')
) AS pool
LEFT JOIN activity ON activity.chain_id = pool.chain_id AND activity.pool = pool.address
LEFT JOIN earlier ON earlier.chain_id = pool.chain_id AND earlier.pool = pool.address
WHERE isNotNull(price_at)
