-- Liquidations and the accounts that they befell by period, newest first, with one period more than a chart shows.
SELECT toDateTime(intDiv(toUInt32(block_timestamp), {period_seconds:uint64}) * {period_seconds:uint64}, 'UTC') AS start,
    count() AS liquidations, uniqExact(chain_id, borrower) AS accounts
FROM finished_liquidations FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND protocol = {protocol:text}                                                             -- when protocol
  AND deployment = lower({deployment:text})                                                  -- when deployment
GROUP BY start
ORDER BY start DESC
LIMIT 501
