-- Of a stable pool the price follows its curve, x^3 y + y^3 x = k with both sides in whole tokens, and is null while decimals
-- are unknown: token1 is worth x/y * (x^2 + 3y^2) / (y^2 + 3x^2) of token0. The second factor lies between 1/3 and 3, so the 19
-- leading digits of the larger side determine it. The ratio of the reserves is no price of a Solidly pool of which nobody said
-- whether it is stable. What comes out is in raw units, as every price before decimals are applied.
SELECT chain_id, pool, block_timestamp, block_number, log_index, has_ratio, priced,
    if(follows_curve AND priced,
        toInt128(exponent + digit_count - 19) * exponent_step
            + toInt128(if(digit_count > 19, intDiv(quotient, powers[1 + greatest(digit_count - 19, 0)]),
                quotient * powers[1 + greatest(19 - digit_count, 0)])), ratio) AS price
FROM (
    SELECT *, toInt32(length(toString(quotient))) AS digit_count
    FROM (
        SELECT *, exponent_of(ratio) - 19 AS exponent,
            intDiv(toUInt256(ratio - (exponent + 19) * exponent_step)
                * intDiv((x * x + 3 * y * y) * powers[39], greatest(y * y + 3 * x * x, 1)), powers[20]) AS quotient
        FROM (
            SELECT *, intDiv(lifted0, powers[1 + dropped]) AS x, intDiv(lifted1, powers[1 + dropped]) AS y
            FROM (
                SELECT *, toUInt8(greatest(length(toString(greatest(lifted0, lifted1))) - 19, 0)) AS dropped
                FROM (
                    SELECT sync.chain_id AS chain_id, sync.pool AS pool, sync.block_timestamp AS block_timestamp, sync.block_number AS block_number,
                        sync.log_index AS log_index, sync.ratio AS ratio, sync.has_ratio AS has_ratio, ifNull(curve.is_stable, 0) = 1 AS follows_curve,
                        has_ratio AND if(ifNull(curve.is_stable, 0) = 1, ifNull(curve.decimals0 <= 38 AND curve.decimals1 <= 38, 0),
                            isNotNull(curve.is_stable) OR NOT is_solidly) AS priced,
                        toUInt256(reserve0) * powers[1 + least(greatest(ifNull(curve.decimals1, 0) - ifNull(curve.decimals0, 0), 0), 38)] AS lifted0,
                        toUInt256(reserve1) * powers[1 + least(greatest(ifNull(curve.decimals0, 0) - ifNull(curve.decimals1, 0), 0), 38)] AS lifted1
                    FROM (
                        SELECT chain_id, pool, block_timestamp, block_number, log_index, reserve0, reserve1, is_solidly,
                            price_exponent * exponent_step + price_mantissa AS ratio, price_mantissa > 0 AS has_ratio
                        FROM v2_syncs FINAL
                        WHERE (chain_id, pool) IN (SELECT chain_id, pool FROM {touched})
                          AND block_timestamp >= toDateTime({first_day:String}, 'UTC') AND block_timestamp < toDateTime({last_day:String}, 'UTC') + INTERVAL 1 DAY
                          AND (chain_id, pool, toDate(block_timestamp)) IN (SELECT chain_id, pool, day FROM {touched})
                    ) AS sync
                    LEFT JOIN registered AS curve ON curve.chain_id = sync.chain_id AND curve.pool = sync.pool
                )
            )
        )
    )
)
