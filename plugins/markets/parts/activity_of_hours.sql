-- The activity of each pool in the 24 hours before its chain's hour, for hours that are not the newest any more: worked out from the
-- bars. A WITH that goes on.
WITH
    hour_of_chain AS (
        SELECT tupleElement(entry, 1) AS chain_id, toDateTime(tupleElement(entry, 2), 'UTC') AS ranked_at
        FROM (SELECT arrayJoin(arrayZip({chain_ids:uint64[]}, {hours:uint64[]})) AS entry)
    ),
    -- The 24 hours before each chain's hour, and the day before those for what the price was.
    bars AS (
        SELECT bar.chain_id AS chain_id, bar.pool AS pool, bar.start AS start, bar.close AS close, bar.trades AS trades,
            bar.volume_token0 AS volume_token0, bar.volume_token1 AS volume_token1, bar.last_event_at AS last_event_at,
            hour.ranked_at AS ranked_at, bar.start >= hour.ranked_at - 86400 AS is_of_day
        FROM (
            SELECT start, chain_id, pool, close, volume_token0, volume_token1, trades, last_event_at FROM hourly_bars FINAL
            WHERE start IN (SELECT toDateTime(arrayJoin({starts:uint64[]}), 'UTC'))
        ) AS bar
        INNER JOIN hour_of_chain AS hour ON hour.chain_id = bar.chain_id
        WHERE bar.start < hour.ranked_at AND bar.start >= hour.ranked_at - 172800
    ),
    activity AS (
        SELECT chain_id, pool, countIf(is_of_day) AS bars, sumIf(trades, is_of_day) AS trades,
            -- A volume that is not known in one hour is not known in the day.
            if(countIf(is_of_day AND isNull(volume_token0)) > 0, NULL, sumIf(toDecimal256OrNull(volume_token0, 18), is_of_day)) AS volume_token0,
            if(countIf(is_of_day AND isNull(volume_token1)) > 0, NULL, sumIf(toDecimal256OrNull(volume_token1, 18), is_of_day)) AS volume_token1,
            tupleElement(argMaxIf(tuple(close), start, is_of_day), 1) AS price,
            maxIf(toNullable(last_event_at), is_of_day) AS price_at,
            tupleElement(argMaxIf(tuple(close), start, NOT is_of_day), 1) AS price_before
        FROM bars
        GROUP BY chain_id, pool
    ),
