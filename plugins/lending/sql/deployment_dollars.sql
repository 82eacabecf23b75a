-- The same in US dollars.
SELECT
    toString(sumOrNull(liquidated_usd)) AS liquidated_usd, sum(liquidated_usd_of) AS liquidated_usd_of,
    toString(sumOrNull(repaid_usd)) AS repaid_usd, sum(repaid_usd_of) AS repaid_usd_of,
    toString(divideDecimal(toDecimal256(sumOrNull(absorbed_debt_usd_raw), 0), toDecimal256(100000000, 0), 8)) AS absorbed_debt_usd,
    toString(divideDecimal(toDecimal256(sumOrNull(absorbed_collateral_usd_raw), 0), toDecimal256(100000000, 0), 8)) AS absorbed_collateral_usd
FROM tracked_activity FINAL
WHERE deployment = {slug:text}
  AND (span = 'day' AND start >= {first_day:timestamp} AND start < {end_day:timestamp}
       OR span = 'second' AND (start >= {from:timestamp} AND start < {first_day:timestamp} OR start >= {end_day:timestamp} AND start < {to:timestamp}))
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
