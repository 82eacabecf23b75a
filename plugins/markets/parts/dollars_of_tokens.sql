-- What a token is worth in dollars: a dollar token a dollar, another one what the pool with a dollar token says through which
-- most dollars went in the day; of two that are alike the lower address.
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
