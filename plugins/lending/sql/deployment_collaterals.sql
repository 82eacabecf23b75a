-- What was taken in a range of time, by token, most often first.
SELECT
    chain, chain_id,
    CAST((address, symbol, decimals), 'Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8))') AS token,
    times, taken AS amount_raw,
    leftPad(ifNull(toString(taken), '0'), greatest(length(ifNull(toString(taken), '0')), ifNull(decimals, 0) + 1), '0') AS _digits,
    if(isNull(decimals) OR isNull(taken), NULL, trim(TRAILING '.' FROM concat(
        substring(_digits, 1, length(_digits) - ifNull(decimals, 0)), '.',
        trim(TRAILING '0' FROM substring(_digits, length(_digits) - ifNull(decimals, 0) + 1))))) AS amount
FROM (
    SELECT any(known.chain) AS chain, chain_id, known.token AS address, any(known.symbol) AS symbol, any(known.decimals) AS decimals,
        sum(known.times) AS times,
        if(max(isNull(amount_raw)) = 0 AND sum(toFloat64(amount_raw)) < 1.157e77, sum(amount_raw), NULL) AS taken
    FROM (
        SELECT * FROM tracked_collaterals FINAL
        WHERE deployment = {slug:text}
          AND (span = 'day' AND start >= {first_day:timestamp} AND start < {end_day:timestamp}
               OR span = 'second' AND (start >= {from:timestamp} AND start < {first_day:timestamp} OR start >= {end_day:timestamp} AND start < {to:timestamp}))
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
    ) AS known
    GROUP BY chain_id, address
)
ORDER BY times DESC, chain_id, address
LIMIT 100
