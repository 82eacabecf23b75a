-- The same as of hours that are not the newest any more, worked out from the bars: for a walk that began before the hour was over.
{part.activity_of_hours}
    token_dollars AS (
        {part.dollars_of_tokens}
    )
SELECT
    pool.address AS address,
    {part.pool_fields}
    CAST((pool.token0, side0.symbol, side0.decimals),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token0,
    CAST((pool.token1, side1.symbol, side1.decimals),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token1,
    if(hour_of_chain.chain_id = 0, NULL, toNullable(hour_of_chain.ranked_at)) AS ranked_at,
    activity.trades AS trades_24h,
    multiIf(isNull(side0.decimals), NULL, activity.trades = 0, '0', toString(activity.volume_token0)) AS volume_token0_24h,
    multiIf(isNull(side1.decimals), NULL, activity.trades = 0, '0', toString(activity.volume_token1)) AS volume_token1_24h,
    toString(multiIf(
        activity.trades = 0 AND (isNotNull(worth0.usd) OR isNotNull(worth1.usd)), toNullable(toDecimal256(0, 18)),
        (pool.chain_id, pool.token1) IN (SELECT chain_id, address FROM dollar_tokens FINAL), activity.volume_token1,
        isNotNull(worth0.usd) AND activity.volume_token0 < toDecimal256('1000000000000000000000000000000', 18) AND worth0.usd < toDecimal256('1000000000000', 30),
            multiplyDecimal(activity.volume_token0, worth0.usd, 18),
        isNotNull(worth1.usd) AND activity.volume_token1 < toDecimal256('1000000000000000000000000000000', 18) AND worth1.usd < toDecimal256('1000000000000', 30),
            multiplyDecimal(activity.volume_token1, worth1.usd, 18),
        NULL)) AS volume_usd_24h,
    multiIf(activity.bars > 0, activity.price, isNotNull(earlier.price_at), earlier.price, reserves.close) AS price,
    multiIf(activity.bars > 0, activity.price_at, isNotNull(earlier.price_at), earlier.price_at, reserves.newest_at) AS price_at,
    multiIf(isNotNull(price), NULL, isNull(price_at), 'no_price_event', isNull(side0.decimals) OR isNull(side1.decimals),
        'decimals_unknown', 'curve_unknown') AS price_reason,
    -- In percent, with six digits behind the point.
    if(toFloat64OrNull(activity.price) / toFloat64OrNull(activity.price_before) < 1e15,
        toDecimalString((toFloat64OrNull(activity.price) / toFloat64OrNull(activity.price_before) - 1) * 100, 6), NULL) AS change_24h_percent,
    -- Both sides are worth the same in a V2 pool; in a stable one they are added up. Of V3 pools swaps do not tell it.
    if(pool.source = 'v2' AND isNotNull(reserves.reserve0), toString(multiIf(
        ifNull(pool.is_stable, 0) = 0 AND isNotNull(_worth_of_side0), _worth_of_side0 + _worth_of_side0,
        ifNull(pool.is_stable, 0) = 0, _worth_of_side1 + _worth_of_side1,
        _worth_of_side0 + _worth_of_side1)), NULL) AS liquidity_usd,
    if(isNull(liquidity_usd), NULL, toNullable(reserves.last_event_at)) AS liquidity_at,
    if(length(toString(reserves.reserve0)) + 18 - least(ifNull(side0.decimals, 0), 18) <= 48 AND worth0.usd < toDecimal256('1000000000000', 30) AND side0.decimals <= 36,
        multiplyDecimal(divideDecimal(toDecimal256(reserves.reserve0, 0), toDecimal256(toUInt256(concat('1', repeat('0', ifNull(side0.decimals, 0)))), 0), 18), worth0.usd, 18), NULL) AS _worth_of_side0,
    if(length(toString(reserves.reserve1)) + 18 - least(ifNull(side1.decimals, 0), 18) <= 48 AND worth1.usd < toDecimal256('1000000000000', 30) AND side1.decimals <= 36,
        multiplyDecimal(divideDecimal(toDecimal256(reserves.reserve1, 0), toDecimal256(toUInt256(concat('1', repeat('0', ifNull(side1.decimals, 0)))), 0), 18), worth1.usd, 18), NULL) AS _worth_of_side1
FROM (SELECT * FROM pools FINAL) AS pool
LEFT JOIN hour_of_chain ON hour_of_chain.chain_id = pool.chain_id
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS side0
    ON side0.chain_id = pool.chain_id AND side0.address = pool.token0
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol, decimals FROM tokens FINAL) AS side1
    ON side1.chain_id = pool.chain_id AND side1.address = pool.token1
LEFT JOIN activity ON activity.chain_id = pool.chain_id AND activity.pool = pool.address
LEFT JOIN token_dollars AS worth0 ON worth0.chain_id = pool.chain_id AND worth0.token = pool.token0
LEFT JOIN token_dollars AS worth1 ON worth1.chain_id = pool.chain_id AND worth1.token = pool.token1
LEFT JOIN (
    SELECT chain_id, pool, close, last_event_at, toNullable(last_event_at) AS newest_at, reserve0, reserve1 FROM newest_bars FINAL
) AS reserves
    ON reserves.chain_id = pool.chain_id AND reserves.pool = pool.address
-- The newest price of a pool without a bar in those hours: its newest bar or, where it is of a later hour, the one before. A pool that
-- has none before has the price of its newest bar.
LEFT JOIN (
    SELECT chain_id, pool, tupleElement(argMax(tuple(close), start), 1) AS price, max(toNullable(last_event_at)) AS price_at
    FROM (
        SELECT newest.chain_id AS chain_id, newest.pool AS pool, newest.start AS start, newest.close AS close, newest.last_event_at AS last_event_at
        FROM (SELECT chain_id, pool, start, close, last_event_at FROM newest_bars FINAL) AS newest
        INNER JOIN hour_of_chain AS hour ON hour.chain_id = newest.chain_id
        WHERE newest.start < hour.ranked_at
        UNION ALL
        SELECT bar.chain_id AS chain_id, bar.pool AS pool, bar.start AS start, bar.close AS close, bar.last_event_at AS last_event_at
        FROM (
            SELECT chain_id, pool, start, close, last_event_at FROM price_bars FINAL
            WHERE period = 'hourly' AND (chain_id, pool) IN (
                SELECT newest.chain_id, newest.pool FROM (SELECT chain_id, pool, start FROM newest_bars FINAL) AS newest
                INNER JOIN hour_of_chain AS hour ON hour.chain_id = newest.chain_id
                WHERE newest.start >= hour.ranked_at AND (newest.chain_id, newest.pool) NOT IN (SELECT chain_id, pool FROM activity WHERE activity.bars > 0))
        ) AS bar
        INNER JOIN hour_of_chain AS hour ON hour.chain_id = bar.chain_id
        WHERE bar.start < hour.ranked_at
    )
    GROUP BY chain_id, pool
) AS earlier ON earlier.chain_id = pool.chain_id AND earlier.pool = pool.address
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
WHERE TRUE
  AND pool.chain_id = {chain_id:uint64}                                                      -- when chain_id
  AND pool.source = {source:text}                                                            -- when source
  -- A pair has two sides: one is the base, the other the quote, whichever way round.
  AND (TRUE
        AND ({base_symbol:text} = '' AND pool.token0 = {base_address:bytes}                  -- when base_symbol
             OR {base_symbol:text} != '' AND lower(side0.symbol) = lower({base_symbol:text})) -- when base_symbol
        AND ({quote_symbol:text} = '' AND pool.token1 = {quote_address:bytes}                -- when quote_symbol
             OR {quote_symbol:text} != '' AND lower(side1.symbol) = lower({quote_symbol:text})) -- when quote_symbol
    OR TRUE
        AND ({base_symbol:text} = '' AND pool.token1 = {base_address:bytes}                  -- when base_symbol
             OR {base_symbol:text} != '' AND lower(side1.symbol) = lower({base_symbol:text})) -- when base_symbol
        AND ({quote_symbol:text} = '' AND pool.token0 = {quote_address:bytes}                -- when quote_symbol
             OR {quote_symbol:text} != '' AND lower(side0.symbol) = lower({quote_symbol:text})) -- when quote_symbol
  )
  AND (positionCaseInsensitiveUTF8(concat(ifNull(side0.symbol, ''), '/', ifNull(side1.symbol, ''), ' ', pool.protocol), {q:text}) > 0 -- when q
       OR {q_digits:text} != '' AND startsWith(lower(hex(pool.address)), {q_digits:text}))   -- when q
  AND {after(trades_24h:uint64 desc, chain_id:uint64 asc, address:bytes asc)}
ORDER BY trades_24h DESC, chain_id, address
LIMIT {page.limit}
