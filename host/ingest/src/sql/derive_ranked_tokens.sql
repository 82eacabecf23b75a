-- The listed tokens that are a side of a pool. A dollar token is worth a dollar, another one what the pool with a dollar token says
-- through which most dollars went in the day; of two that are alike the lower address.
SELECT side.chain_id AS chain_id, side.token AS token, known.is_registered AS is_registered, known.symbol AS symbol, known.name AS name,
    known.decimals AS decimals, side.pools AS pools,
    if((side.chain_id, side.token) IN (SELECT chain_id, address FROM dollar_tokens), toNullable(toDecimal256(1, 30)), side.worth) AS usd,
    toString(usd) AS price_usd,
    if(isNull(known.decimals), NULL, toString(side.volume)) AS volume,
    -- The engine multiplies what the condition leaves out too, and a product that is too long would end the run.
    isNotNull(known.decimals) AND ifNull(abs(side.volume) < toDecimal256('1000000000000000000000000000000', 18) AND usd < toDecimal256('1000000000000', 30), 0) AS is_short,
    toString(if(is_short, multiplyDecimal(if(is_short, side.volume, toDecimal256(0, 18)), if(is_short, usd, toDecimal256(0, 30)), 18), NULL)) AS volume_usd,
    side.price_at AS price_at
FROM (
    SELECT chain_id, token, count() AS pools,
        if(countIf(trades > 0 AND isNull(volume)) > 0, NULL, sumIf(ifNull(volume, toDecimal256(0, 18)), trades > 0)) AS volume,
        max(price_at) AS price_at,
        argMinIf(worth, (-ifNull(other_volume, toDecimal256(0, 18)), pool), isNotNull(worth)) AS worth
    FROM (
        SELECT side.chain_id AS chain_id, side.pool AS pool, tupleElement(side.entry, 1) AS token,
            activity.trades AS trades, if(activity.bars > 0, activity.price_at, NULL) AS price_at,
            if(tupleElement(side.entry, 3), activity.volume_token1, activity.volume_token0) AS volume,
            if(tupleElement(side.entry, 3), activity.volume_token0, activity.volume_token1) AS other_volume,
            toDecimal256OrNull(activity.price, 30) AS price,
            multiIf(
                activity.bars = 0 OR (side.chain_id, token) IN (SELECT chain_id, address FROM dollar_tokens)
                    OR (side.chain_id, tupleElement(side.entry, 2)) NOT IN (SELECT chain_id, address FROM dollar_tokens), NULL,
                tupleElement(side.entry, 3), price,
                price > toDecimal256('0.000000000000001', 30) AND price < toDecimal256('1000000000000000', 30),
                    divideDecimal(toDecimal256(1, 30), greatest(price, toDecimal256('0.000000000000001', 30)), 30),
                NULL) AS worth
        FROM (
            SELECT chain_id, address AS pool, arrayJoin([(token0, token1, 0), (token1, token0, 1)]) AS entry
            FROM pools FINAL
            WHERE (chain_id, token0) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'token')
               OR (chain_id, token1) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'token')
        ) AS side
        LEFT JOIN (SELECT * FROM pool_activity FINAL) AS activity ON activity.chain_id = side.chain_id AND activity.pool = side.pool
        WHERE (side.chain_id, token) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'token')
    )
    GROUP BY chain_id, token
) AS side
LEFT JOIN (
    -- What is no text is not known: a list in the order of symbols would lose its place at it.
    SELECT chain_id, address, 1 AS is_registered, if(isValidUTF8(symbol), nullIf(symbol, ''), NULL) AS symbol,
        if(isValidUTF8(name), nullIf(name, ''), NULL) AS name, decimals
    FROM tokens FINAL
    WHERE (chain_id, address) IN (SELECT chain_id, address FROM touched_rankings WHERE kind = 'token')
) AS known ON known.chain_id = side.chain_id AND known.address = side.token
