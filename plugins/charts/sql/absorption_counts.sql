-- Absorptions by period, newest first, with one period more than a chart shows. Dollar values have 8 decimals; that of a
-- debt is that of its collateral times a factor, so the two stand apart.
SELECT toDateTime(intDiv(toUInt32(block_timestamp), {period_seconds:uint64}) * {period_seconds:uint64}, 'UTC') AS start,
    uniqExact(chain_id, market, transaction_hash, borrower) AS absorptions, uniqExact(chain_id, borrower) AS accounts,
    toString(divideDecimal(toDecimal256(sumOrNullIf(usd_value_raw, kind = 'debt'), 0), toDecimal256(100000000, 0), 8)) AS debt_usd,
    toString(divideDecimal(toDecimal256(sumOrNullIf(usd_value_raw, kind = 'collateral'), 0), toDecimal256(100000000, 0), 8)) AS collateral_usd
FROM finished_absorptions FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND deployment = lower({deployment:text})                                                  -- when deployment
GROUP BY start
ORDER BY start DESC
LIMIT 501
