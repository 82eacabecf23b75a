-- The same by the pools with a hop token, once what that one is worth in dollars is made. Of a product that cannot be written there is
-- no row, and none of a dollar token.
INSERT INTO token_worth (chain_id, token, hour, hop_token, price, pool, version, is_deleted)
SELECT chain_id, token, hour, hop_token, tupleElement(argMax(tuple(price), is_derived), 1), argMax(pool, is_derived),
    {version:UInt64}, max(is_derived) = 0
FROM (
    SELECT hop.chain_id AS chain_id, hop.token AS token, hop.start AS hour, hop.hop_token AS hop_token,
        multiplyDecimal(toDecimal256OrNull(tupleElement(hop.close, 2), 30),
            if(toFloat64OrZero(tupleElement(hop.close, 2)) * toFloat64(worth.price) < 1e45, toDecimal256(worth.price, 18), NULL), 30) AS price,
        tupleElement(hop.close, 1) AS pool, 1 AS is_derived
    FROM (
        SELECT chain_id, token, start, hop_token, argMin((pool, assumeNotNull(price)), (-toFloat64OrZero(ifNull(volume, '')), pool)) AS close
        FROM hop_prices FINAL
        WHERE isNotNull(price) AND length(price) <= 48 AND (chain_id, token, start) IN ({touched})
          AND (chain_id, token) NOT IN (SELECT chain_id, address FROM dollar_tokens)
        GROUP BY chain_id, token, start, hop_token
    ) AS hop
    INNER JOIN (
        SELECT chain_id, token, hour, price FROM token_worth FINAL
        WHERE hop_token = toFixedString('', 20) AND (chain_id, token) IN (SELECT chain_id, address FROM hop_tokens)
          AND hour IN (SELECT hour FROM touched_worth)
    ) AS worth ON worth.chain_id = hop.chain_id AND worth.token = hop.hop_token AND worth.hour = hop.start
    WHERE isNotNull(price)
    UNION ALL
    SELECT chain_id, token, hour, hop_token, price, pool, 0 AS is_derived
    FROM token_worth FINAL
    WHERE hop_token != toFixedString('', 20) AND (chain_id, token, hour) IN ({touched})
)
GROUP BY chain_id, token, hour, hop_token
HAVING count() = 1 OR uniqExact((pool, ifNull(toString(price), ''))) > 1
