-- Rebuilds every hourly and daily bar of the touched (pool, day) pairs between two days, from deduplicated events. The text
-- names the pairs by a placeholder: it becomes the table touched_days, or its rows of those days where all are too many at once.
-- One row a bar goes out: the bar as it now is, or its tombstone where no price event of that period is left.
-- Existing bars take part as markers without events, so that a bar whose events vanished is seen at all.
INSERT INTO price_bars (
    chain_id, pool, period, start, source, open, high, low, close, inverse_open, inverse_high, inverse_low, inverse_close,
    volume_token0, volume_token1, volume_token0_raw, volume_token1_raw, trades, price_events, first_block, last_block,
    last_event_at, version, is_deleted)
WITH
    -- digits * 10^exponent as plain decimal text without trailing zeros.
    (digits, exponent) -> multiIf(
        digits = '0', '0',
        length(digits) + exponent <= 0,
            concat('0.', repeat('0', -(length(digits) + exponent)), trim(TRAILING '0' FROM digits)),
        exponent >= 0, concat(digits, repeat('0', exponent)),
        trim(TRAILING '.' FROM concat(
            substring(digits, 1, greatest(length(digits) + exponent, 0)), '.',
            trim(TRAILING '0' FROM substring(digits, greatest(length(digits) + exponent, 0) + 1))))
    ) AS decimal_text,
    -- A price as one sortable integer, so that extremes and firsts are found by plain integer comparison.
    toInt128('10000000000000000000') AS exponent_step,
    price -> toInt32(if(price >= 0, intDiv(price, exponent_step), -intDiv(exponent_step - 1 - price, exponent_step))) AS exponent_of,
    arrayMap(power -> toUInt256(concat('1', repeat('0', power))), range(77)) AS powers,
    registered AS (
        SELECT pool.chain_id AS chain_id, pool.address AS pool, pool.source AS pool_source, pool.is_stable AS is_stable,
            toInt32(first.decimals) AS decimals0, toInt32(second.decimals) AS decimals1
        FROM (SELECT * FROM pools FINAL WHERE (chain_id, address) IN (SELECT chain_id, pool FROM {touched})) AS pool
        LEFT JOIN (SELECT chain_id, address, decimals FROM tokens FINAL) AS first
            ON first.chain_id = pool.chain_id AND first.address = pool.token0
        LEFT JOIN (SELECT chain_id, address, decimals FROM tokens FINAL) AS second
            ON second.chain_id = pool.chain_id AND second.address = pool.token1
    ),
    -- Swaps in which not both tokens moved: nothing at all, or a loan that was repaid in its own token. Nothing was exchanged in
    -- them, so they set no price and are no trade, and neither is the Sync that a V2 pool emits right before such a Swap.
    loans AS (
        SELECT chain_id, pool, block_number, toUInt32(log_index - 1) AS sync_index
        FROM v2_swaps FINAL
        WHERE (chain_id, pool) IN (SELECT chain_id, pool FROM {touched})
          AND block_timestamp >= toDateTime({first_day:String}, 'UTC') AND block_timestamp < toDateTime({last_day:String}, 'UTC') + INTERVAL 1 DAY
          AND NOT (amount0_in > 0 AND amount1_out > 0 OR amount1_in > 0 AND amount0_out > 0)
          AND log_index > 0
    ),
    syncs AS (
{syncs}
    ),
    events AS (
        SELECT chain_id, pool, 'v2' AS source, block_timestamp, block_number, log_index, price, priced,
            0 AS trade, toUInt256(0) AS amount0, toUInt256(0) AS amount1, toFloat64(0) AS size0, toFloat64(0) AS size1,
            has_ratio AS is_price
        FROM syncs
        WHERE (chain_id, pool, block_number, log_index) NOT IN (SELECT chain_id, pool, block_number, sync_index FROM loans)
        UNION ALL
        SELECT chain_id, pool, 'v2' AS source, block_timestamp, block_number, log_index,
            toInt128(0) AS price, 0 AS priced,
            1 AS trade, amount0_in + amount0_out AS amount0, amount1_in + amount1_out AS amount1,
            toFloat64(amount0_in) + toFloat64(amount0_out) AS size0, toFloat64(amount1_in) + toFloat64(amount1_out) AS size1,
            0 AS is_price
        FROM v2_swaps FINAL
        WHERE (chain_id, pool) IN (SELECT chain_id, pool FROM {touched})
          AND block_timestamp >= toDateTime({first_day:String}, 'UTC') AND block_timestamp < toDateTime({last_day:String}, 'UTC') + INTERVAL 1 DAY
          AND (chain_id, pool, toDate(block_timestamp)) IN (SELECT chain_id, pool, day FROM {touched})
          AND (amount0_in > 0 AND amount1_out > 0 OR amount1_in > 0 AND amount0_out > 0)
        UNION ALL
        SELECT chain_id, pool, 'v3' AS source, block_timestamp, block_number, log_index,
            price_exponent * exponent_step + price_mantissa AS price, price_mantissa > 0 AS priced,
            1 AS trade, toUInt256(abs(amount0)) AS amount0, toUInt256(abs(amount1)) AS amount1,
            abs(toFloat64(amount0)) AS size0, abs(toFloat64(amount1)) AS size1, price_mantissa > 0 AS is_price
        FROM v3_swaps FINAL
        WHERE (chain_id, pool) IN (SELECT chain_id, pool FROM {touched})
          AND block_timestamp >= toDateTime({first_day:String}, 'UTC') AND block_timestamp < toDateTime({last_day:String}, 'UTC') + INTERVAL 1 DAY
          AND (chain_id, pool, toDate(block_timestamp)) IN (SELECT chain_id, pool, day FROM {touched})
          AND amount0 != 0 AND amount1 != 0
    ),
    rebuilt AS (
        SELECT chain_id, pool, source, span.1 AS period, span.2 AS start,
            argMinIf(price, (block_number, log_index), priced) AS open,
            maxIf(price, priced) AS high,
            minIf(price, priced) AS low,
            argMaxIf(price, (block_number, log_index), priced) AS close,
            -- Amounts of 256 bits may pass their range together; no sum is better than one that has wrapped around.
            if(sum(size0) < 1.157e77, toNullable(sum(amount0)), NULL) AS volume0,
            if(sum(size1) < 1.157e77, toNullable(sum(amount1)), NULL) AS volume1,
            sum(trade) AS trades, countIf(is_price) AS price_events, countIf(priced) AS priced_events,
            min(block_number) AS first_block, max(block_number) AS last_block, max(block_timestamp) AS last_event_at
        FROM events
        ARRAY JOIN [('hourly', toStartOfHour(block_timestamp)), ('daily', toStartOfDay(block_timestamp))] AS span
        GROUP BY chain_id, pool, source, period, start
        UNION ALL
        SELECT chain_id, pool, '' AS source, period, start, toInt128(0), toInt128(0), toInt128(0), toInt128(0),
            toUInt256(0), toUInt256(0), 0, 0, 0, first_block, last_block, last_event_at
        FROM price_bars FINAL
        WHERE (chain_id, pool) IN (SELECT chain_id, pool FROM {touched})
          AND (chain_id, pool, toDate(start)) IN (SELECT chain_id, pool, day FROM {touched})
    ),
    -- An event of the kind that the registry does not give the pool is no price of it. For an unregistered pool that
    -- emits both kinds, V3 counts.
    chosen AS (
        SELECT rebuilt.*, decimals0, decimals1,
            ifNull(decimals0, 0) AS token0_decimals, ifNull(decimals1, 0) AS token1_decimals,
            isNotNull(decimals0) AND isNotNull(decimals1) AND priced_events > 0 AS has_price,
            price_events > 0 AND (ifNull(pool_source, '') = '' OR pool_source = source) AS stands
        FROM rebuilt LEFT JOIN registered USING (chain_id, pool)
        ORDER BY chain_id, pool, period, start, stands DESC, source DESC
        LIMIT 1 BY chain_id, pool, period, start
    ),
    -- In steps, for a lambda is written out wherever it is used: ten texts of nested ones took longer to read than the events.
    parts AS (
        SELECT *, stands AND has_price AS is_priced, token1_decimals - token0_decimals AS shift,
            toUInt256(open - open_exponent * exponent_step) AS open_mantissa,
            toUInt256(high - high_exponent * exponent_step) AS high_mantissa,
            toUInt256(low - low_exponent * exponent_step) AS low_mantissa,
            toUInt256(close - close_exponent * exponent_step) AS close_mantissa
        FROM (
            SELECT *, exponent_of(open) AS open_exponent, exponent_of(high) AS high_exponent, exponent_of(low) AS low_exponent,
                exponent_of(close) AS close_exponent
            FROM chosen
        )
    ),
    -- 1 / price, rounded to 17 digits: what 19 digits of the price still determine.
    mantissa -> toString(intDiv(intDiv(
        toUInt256('10000000000000000000000000000000000000'), greatest(mantissa, 1)) + 50, 100)) AS inverse_digits_of,
    digits AS (
        SELECT *,
            toString(volume0) AS volume0_digits, toString(volume1) AS volume1_digits,
            toString(open_mantissa) AS open_digits, toString(high_mantissa) AS high_digits,
            toString(low_mantissa) AS low_digits, toString(close_mantissa) AS close_digits,
            inverse_digits_of(open_mantissa) AS open_inverse_digits, inverse_digits_of(high_mantissa) AS high_inverse_digits,
            inverse_digits_of(low_mantissa) AS low_inverse_digits, inverse_digits_of(close_mantissa) AS close_inverse_digits
        FROM parts
    )
SELECT
    chain_id, pool, period, start, if(source = 'v3', 'v3_swaps', 'v2_reserves'),
    if(is_priced, decimal_text(open_digits, open_exponent + shift), NULL),
    if(is_priced, decimal_text(high_digits, high_exponent + shift), NULL),
    if(is_priced, decimal_text(low_digits, low_exponent + shift), NULL),
    if(is_priced, decimal_text(close_digits, close_exponent + shift), NULL),
    if(is_priced, decimal_text(open_inverse_digits, -35 - open_exponent - shift), NULL),
    if(is_priced, decimal_text(low_inverse_digits, -35 - low_exponent - shift), NULL),
    if(is_priced, decimal_text(high_inverse_digits, -35 - high_exponent - shift), NULL),
    if(is_priced, decimal_text(close_inverse_digits, -35 - close_exponent - shift), NULL),
    if(isNull(decimals0) OR isNull(volume0), NULL, decimal_text(assumeNotNull(volume0_digits), -token0_decimals)),
    if(isNull(decimals1) OR isNull(volume1), NULL, decimal_text(assumeNotNull(volume1_digits), -token1_decimals)),
    volume0, volume1, trades, price_events, first_block, last_block, last_event_at,
    {version:UInt64}, NOT stands
FROM digits
