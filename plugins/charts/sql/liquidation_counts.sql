-- Liquidations and the accounts that they befell by period, newest first, with one period more than a chart shows.
SELECT toDateTime(intDiv(toUInt32(block_timestamp), {period_seconds:uint64}) * {period_seconds:uint64}, 'UTC') AS start,
    count() AS liquidations, uniqExact(chain_id, borrower) AS accounts
{part.matching_liquidations}
GROUP BY start
ORDER BY start DESC
LIMIT 501
