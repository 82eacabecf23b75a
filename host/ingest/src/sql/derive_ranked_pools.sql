-- The listed pools, as they are served.
SELECT
    pool.chain_id AS chain_id, pool.address AS pool, pool.protocol AS protocol, pool.source AS source, pool.fee AS fee,
    pool.token0 AS token0, side0.symbol AS symbol0, side0.decimals AS decimals0, pool.token1 AS token1, side1.symbol AS symbol1,
    side1.decimals AS decimals1, activity.trades AS trades,
    multiIf(isNull(side0.decimals), NULL, activity.trades = 0, '0', toString(activity.volume_token0)) AS volume_token0,
    multiIf(isNull(side1.decimals), NULL, activity.trades = 0, '0', toString(activity.volume_token1)) AS volume_token1,
    -- The engine multiplies what a condition leaves out too, and a product that is too long would end the run.
    ifNull(side0.usd < toDecimal256('1000000000000', 30), 0) AS is_worth0,
    ifNull(side1.usd < toDecimal256('1000000000000', 30), 0) AS is_worth1,
    is_worth0 AND ifNull(abs(activity.volume_token0) < toDecimal256('1000000000000000000000000000000', 18), 0) AS is_short0,
    is_worth1 AND ifNull(abs(activity.volume_token1) < toDecimal256('1000000000000000000000000000000', 18), 0) AS is_short1,
    toString(multiIf(
        activity.trades = 0 AND (isNotNull(side0.usd) OR isNotNull(side1.usd)), toNullable(toDecimal256(0, 18)),
        (pool.chain_id, pool.token1) IN (SELECT chain_id, address FROM dollar_tokens), activity.volume_token1,
        is_short0, multiplyDecimal(if(is_short0, activity.volume_token0, toDecimal256(0, 18)), if(is_short0, side0.usd, toDecimal256(0, 30)), 18),
        is_short1, multiplyDecimal(if(is_short1, activity.volume_token1, toDecimal256(0, 18)), if(is_short1, side1.usd, toDecimal256(0, 30)), 18),
        NULL)) AS volume_usd,
    -- A pool without a bar before the hour has the price of its newest one: it, or its chain, is not an hour old.
    if(isNotNull(activity.price_at), activity.price, reserves.close) AS price,
    if(isNotNull(activity.price_at), activity.price_at, reserves.newest_at) AS price_at,
    multiIf(isNotNull(price), NULL, isNull(price_at), 'no_price_event', isNull(side0.decimals) OR isNull(side1.decimals), 'decimals_unknown',
        'curve_unknown') AS price_reason,
    -- In percent, with six digits behind the point.
    if(activity.bars > 0 AND toFloat64OrNull(activity.price) / toFloat64OrNull(activity.price_before) < 1e15,
        toDecimalString((toFloat64OrNull(activity.price) / toFloat64OrNull(activity.price_before) - 1) * 100, 6), NULL) AS change_percent,
    -- Both sides are worth the same in a V2 pool; in a stable one they are added up. Of V3 pools swaps do not tell it.
    if(pool.source = 'v2' AND isNotNull(reserves.reserve0), toString(multiIf(
        ifNull(pool.is_stable, 0) = 0 AND isNotNull(worth0), worth0 + worth0,
        ifNull(pool.is_stable, 0) = 0, worth1 + worth1,
        worth0 + worth1)), NULL) AS liquidity_usd,
    if(isNull(liquidity_usd), NULL, toNullable(reserves.last_event_at)) AS liquidity_at,
    is_worth0 AND ifNull(length(toString(reserves.reserve0)) + 18 - least(ifNull(side0.decimals, 0), 18) <= 48 AND side0.decimals <= 36, 0) AS is_known0,
    is_worth1 AND ifNull(length(toString(reserves.reserve1)) + 18 - least(ifNull(side1.decimals, 0), 18) <= 48 AND side1.decimals <= 36, 0) AS is_known1,
    if(is_known0, multiplyDecimal(divideDecimal(toDecimal256(reserves.reserve0, 0), toDecimal256(toUInt256(concat('1', repeat('0', if(is_known0, assumeNotNull(side0.decimals), 0)))), 0), 18),
        if(is_known0, side0.usd, toDecimal256(0, 30)), 18), NULL) AS worth0,
    if(is_known1, multiplyDecimal(divideDecimal(toDecimal256(reserves.reserve1, 0), toDecimal256(toUInt256(concat('1', repeat('0', if(is_known1, assumeNotNull(side1.decimals), 0)))), 0), 18),
        if(is_known1, side1.usd, toDecimal256(0, 30)), 18), NULL) AS worth1
FROM (
    SELECT * FROM pools FINAL
    WHERE (chain_id, address) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')
) AS pool
LEFT JOIN (
    SELECT chain_id, token, symbol, decimals, toDecimal256OrNull(price_usd, 30) AS usd FROM ranked_tokens FINAL
    WHERE chain_id IN (SELECT chain_id FROM touched_rankings)
) AS side0
    ON side0.chain_id = pool.chain_id AND side0.token = pool.token0
LEFT JOIN (
    SELECT chain_id, token, symbol, decimals, toDecimal256OrNull(price_usd, 30) AS usd FROM ranked_tokens FINAL
    WHERE chain_id IN (SELECT chain_id FROM touched_rankings)
) AS side1
    ON side1.chain_id = pool.chain_id AND side1.token = pool.token1
LEFT JOIN (
    SELECT chain_id, pool, bars, trades, volume_token0, volume_token1, price, price_at, price_before FROM pool_activity FINAL
    WHERE (chain_id, pool) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')
) AS activity
    ON activity.chain_id = pool.chain_id AND activity.pool = pool.address
LEFT JOIN (
    SELECT chain_id, pool, close, last_event_at, toNullable(last_event_at) AS newest_at, reserve0, reserve1 FROM newest_bars FINAL
    WHERE (chain_id, pool) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'pool')
) AS reserves
    ON reserves.chain_id = pool.chain_id AND reserves.pool = pool.address
