-- The same as of hours that are not the newest any more, worked out from the bars: for a walk that began before the hour was over.
{part.activity_of_hours}
    token_dollars AS (
        {part.dollars_of_tokens}
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
    {part.token_fields}
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
