-- Makes what the pools with a dollar token say of the listed tokens and hours. Out goes what is other than what is kept: the row as it
-- now is, or its tombstone where no pool says anything any more.
INSERT INTO token_worth (chain_id, token, hour, hop_token, price, pool, version, is_deleted)
SELECT chain_id, token, hour, toFixedString('', 20), tupleElement(argMax(tuple(price), is_derived), 1), argMax(pool, is_derived),
    {version:UInt64}, max(is_derived) = 0
FROM (
    SELECT chain_id, token, start AS hour, toDecimal256OrNull(tupleElement(close, 2), 30) AS price, tupleElement(close, 1) AS pool, 1 AS is_derived
    FROM (
        SELECT chain_id, token, start, argMin((pool, assumeNotNull(price)), (-toFloat64OrZero(ifNull(volume, '')), pool)) AS close
        FROM dollar_prices FINAL
        WHERE isNotNull(price) AND (chain_id, token, start) IN ({touched})
        GROUP BY chain_id, token, start
    )
    UNION ALL
    SELECT chain_id, token, hour, price, pool, 0 AS is_derived
    FROM token_worth FINAL
    WHERE hop_token = toFixedString('', 20) AND (chain_id, token, hour) IN ({touched})
)
GROUP BY chain_id, token, hour
HAVING count() = 1 OR uniqExact((pool, ifNull(toString(price), ''))) > 1
