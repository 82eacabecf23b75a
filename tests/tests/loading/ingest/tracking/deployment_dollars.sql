-- What happened in a deployment in a range of time, in US dollars. Of liquidations those are summed up of which a price is
-- known, and it is said of how many; absorptions have the market's own valuation.
WITH
    valued AS (
        SELECT side, if(isNotNull(price) AND decimals <= 36 AND length(toString(amount)) - toInt16(decimals) <= 30 AND length(toString(amount)) <= 57
                AND toFloat64(amount) / exp10(decimals) * toFloat64(price) <= 1e57,
            multiplyDecimal(divideDecimal(toDecimal256OrNull(toString(amount), 0), toDecimal256(toUInt256(concat('1', repeat('0', ifNull(decimals, 0)))), 0), 18), price, 18), NULL) AS usd
        FROM (
            SELECT tupleElement(part, 1) AS side, tupleElement(part, 2) AS amount, tupleElement(part, 3) AS decimals, tupleElement(part, 4) AS price
            FROM (
                SELECT arrayJoin([('collateral', toNullable(collateral_amount_raw), collateral.decimals, collateral_price),
                    ('debt', debt_amount_raw, debt.decimals, debt_price)]) AS part
                FROM finished_liquidations FINAL
                WHERE deployment = {slug:text} AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
                  AND chain_id = {chain_id:uint64}                                           -- when chain_id
            )
        )
        WHERE isNotNull(amount)
    ),
    absorbed AS (
        SELECT kind, usd_value_raw FROM finished_absorptions FINAL
        WHERE deployment = {slug:text} AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
    )
SELECT
    toString(taken) AS liquidated_usd, liquidated_usd_of, toString(repaid) AS repaid_usd, repaid_usd_of,
    toString(divideDecimal(toDecimal256(debts, 0), toDecimal256(100000000, 0), 8)) AS absorbed_debt_usd,
    toString(divideDecimal(toDecimal256(collaterals, 0), toDecimal256(100000000, 0), 8)) AS absorbed_collateral_usd
FROM (
    SELECT sumOrNullIf(usd, side = 'collateral') AS taken, countIf(side = 'collateral' AND isNotNull(usd)) AS liquidated_usd_of,
        sumOrNullIf(usd, side = 'debt') AS repaid, countIf(side = 'debt' AND isNotNull(usd)) AS repaid_usd_of
    FROM valued
) AS liquidated
CROSS JOIN (
    SELECT sumOrNullIf(usd_value_raw, kind = 'debt') AS debts, sumOrNullIf(usd_value_raw, kind = 'collateral') AS collaterals FROM absorbed
) AS taken_over
