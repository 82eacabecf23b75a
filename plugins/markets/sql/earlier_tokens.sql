-- The same as of hours that are not the newest any more, worked out from the bars: for a walk that began before the hour was over.
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
    -- What a token is worth in dollars: a dollar token a dollar, another one what the pool with a dollar token says through which
    -- most dollars went in the day; of two that are alike the lower address.
    token_dollars AS (
        SELECT chain_id, token, argMin(worth, (-dollars, pool)) AS usd
        FROM (
            SELECT pool.chain_id AS chain_id, pool.address AS pool, if(pool.dollar_is_token0, pool.token1, pool.token0) AS token,
                ifNull(if(pool.dollar_is_token0, activity.volume_token0, activity.volume_token1), toDecimal256(0, 18)) AS dollars,
                if(pool.dollar_is_token0, toDecimal256OrNull(activity.price, 30),
                    if(toDecimal256OrNull(activity.price, 30) > toDecimal256('0.000000000000001', 30)
                        AND toDecimal256OrNull(activity.price, 30) < toDecimal256('1000000000000000', 30),
                        divideDecimal(toDecimal256(1, 30), greatest(toDecimal256OrNull(activity.price, 30), toDecimal256('0.000000000000001', 30)), 30),
                        NULL)) AS worth
            FROM (
                SELECT chain_id, address, token0, token1, (chain_id, token0) IN (SELECT chain_id, address FROM dollar_tokens FINAL) AS dollar_is_token0
                FROM pools FINAL
                WHERE dollar_is_token0 != ((chain_id, token1) IN (SELECT chain_id, address FROM dollar_tokens FINAL))
            ) AS pool
            INNER JOIN activity ON activity.chain_id = pool.chain_id AND activity.pool = pool.address
            WHERE activity.bars > 0
        )
        WHERE isNotNull(worth)
        GROUP BY chain_id, token
        UNION ALL
        SELECT chain_id, address, toNullable(toDecimal256(1, 30)) FROM dollar_tokens FINAL
    ),
    traded AS (
        SELECT side.chain_id AS chain_id, tupleElement(side.entry, 1) AS address, count() AS pools,
            if(countIf(activity.trades > 0 AND isNull(if(tupleElement(side.entry, 2) = 0, activity.volume_token0, activity.volume_token1))) > 0, NULL,
                sumIf(ifNull(if(tupleElement(side.entry, 2) = 0, activity.volume_token0, activity.volume_token1), toDecimal256(0, 18)), activity.trades > 0)) AS volume,
            max(activity.price_at) AS price_at
        FROM (SELECT chain_id, address AS pool, arrayJoin([(token0, 0), (token1, 1)]) AS entry FROM pools FINAL) AS side
        LEFT JOIN activity ON activity.chain_id = side.chain_id AND activity.pool = side.pool
        GROUP BY chain_id, address
    )
SELECT
    if(chains.slug = '', toString(token.chain_id), chains.slug) AS chain,
    token.chain_id AS chain_id,
    token.address AS address,
    token.symbol AS symbol,
    token.name AS name,
    token.decimals AS decimals,
    traded.pools AS pools,
    toString(worth.usd) AS price_usd,
    if(isNull(token.decimals), NULL, toString(traded.volume)) AS volume_24h,
    toString(if(isNotNull(token.decimals) AND traded.volume < toDecimal256('1000000000000000000000000000000', 18) AND worth.usd < toDecimal256('1000000000000', 30),
        multiplyDecimal(traded.volume, worth.usd, 18), NULL)) AS volume_usd_24h,
    if(hour_of_chain.chain_id = 0, NULL, toNullable(hour_of_chain.ranked_at)) AS ranked_at,
    traded.price_at AS _price_at
FROM (
    SELECT chain_id, address, if(isValidUTF8(symbol), nullIf(symbol, ''), NULL) AS symbol,
        if(isValidUTF8(name), nullIf(name, ''), NULL) AS name, decimals
    FROM tokens FINAL
    WHERE TRUE
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND (positionCaseInsensitiveUTF8(ifNull(tokens.symbol, ''), {q:text}) > 0              -- when q
           OR positionCaseInsensitiveUTF8(ifNull(tokens.name, ''), {q:text}) > 0             -- when q
           OR {q_digits:text} != '' AND startsWith(lower(hex(address)), {q_digits:text}))    -- when q
      AND {after(symbol:text? asc, chain_id:uint64 asc, address:bytes asc)}
) AS token
INNER JOIN traded ON traded.chain_id = token.chain_id AND traded.address = token.address
LEFT JOIN hour_of_chain ON hour_of_chain.chain_id = token.chain_id
LEFT JOIN token_dollars AS worth ON worth.chain_id = token.chain_id AND worth.token = token.address
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = token.chain_id
ORDER BY symbol ASC NULLS LAST, chain_id, address
LIMIT {page.limit}
