-- What happened in deployments on the touched days between two, by day and by second. An absorption takes an account's debt and
-- collaterals in one transaction, and is counted once, whichever of its logs are there. Of liquidations those are summed up of which a
-- price is known, and it is said of how many; absorptions have the market's own valuation.
SELECT
    tracked AS deployment, tupleElement(period, 1) AS span, tupleElement(period, 2) AS start, chain_id, any(named_chain) AS chain,
    countIf(kind = 'taken') AS liquidations,
    uniqExactIf((contract, transaction_hash, borrower), NOT kind IN ('taken', 'repaid')) AS absorptions,
    arraySort(groupUniqArray(borrower)) AS borrowers,
    arraySort(groupUniqArray(taker)) AS takers,
    max(block_timestamp) AS newest_at,
    argMax(block_number, (block_timestamp, block_number)) AS newest_block,
    sumOrNullIf(usd, kind = 'taken') AS liquidated_usd,
    countIf(kind = 'taken' AND isNotNull(usd)) AS liquidated_usd_of,
    sumOrNullIf(usd, kind = 'repaid') AS repaid_usd,
    countIf(kind = 'repaid' AND isNotNull(usd)) AS repaid_usd_of,
    sumOrNullIf(usd_value_raw, kind = 'debt') AS absorbed_debt_usd_raw,
    sumOrNullIf(usd_value_raw, kind = 'collateral') AS absorbed_collateral_usd_raw
FROM (
    SELECT *, arrayJoin([('day', toStartOfDay(block_timestamp)), ('second', block_timestamp)]) AS period
    FROM (
        SELECT *, if(isNotNull(price) AND decimals <= 36 AND length(toString(amount)) - toInt16(decimals) <= 30 AND length(toString(amount)) <= 57
                AND toFloat64(amount) / exp10(decimals) * toFloat64(price) <= 1e57,
            multiplyDecimal(divideDecimal(toDecimal256OrNull(toString(amount), 0), toDecimal256(toUInt256(concat('1', repeat('0', ifNull(decimals, 0)))), 0), 18), price, 18), NULL) AS usd
        FROM (
            SELECT
                assumeNotNull(deployment) AS tracked, chain_id, toString(chain) AS named_chain, contract, block_timestamp, block_number,
                transaction_hash, borrower, liquidator AS taker, tupleElement(side, 1) AS kind, tupleElement(side, 2) AS amount,
                tupleElement(side, 3) AS decimals, tupleElement(side, 4) AS price, CAST(NULL, 'Nullable(UInt256)') AS usd_value_raw
            FROM (
                SELECT *, arrayJoin([('taken', toNullable(collateral_amount_raw), collateral.decimals, collateral_price),
                    ('repaid', debt_amount_raw, debt.decimals, debt_price)]) AS side
                FROM finished_liquidations FINAL
                WHERE isNotNull(deployment) AND toDate(block_timestamp) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
                  AND (chain_id, toDate(block_timestamp)) IN ({touched})
            )
            UNION ALL
            SELECT
                assumeNotNull(deployment), chain_id, toString(chain), toNullable(market), block_timestamp, block_number, transaction_hash, borrower,
                absorber, toString(kind), CAST(NULL, 'Nullable(UInt256)'), CAST(NULL, 'Nullable(UInt8)'), CAST(NULL, 'Nullable(Decimal(76, 30))'),
                toNullable(usd_value_raw)
            FROM finished_absorptions FINAL
            WHERE isNotNull(deployment) AND toDate(block_timestamp) BETWEEN toDate({first_day:String}) AND toDate({last_day:String})
              AND (chain_id, toDate(block_timestamp)) IN ({touched})
        )
    )
)
GROUP BY deployment, span, start, chain_id
