-- What happened in a deployment in a range of time: on its whole days, and in the seconds before the first and behind the last of them.
SELECT
    sum(liquidations) AS liquidations,
    sum(absorptions) AS absorptions,
    uniqExactArray(arrayMap(borrower -> (chain_id, borrower), borrowers)) AS accounts,
    uniqExactArray(arrayMap(taker -> (chain_id, taker), takers)) AS liquidators,
    maxOrNull(newest_at) AS _newest_at,
    argMaxOrNull(newest_block, (newest_at, newest_block)) AS _newest_block
FROM tracked_activity FINAL
WHERE deployment = {slug:text}
  AND (span = 'day' AND start >= {first_day:timestamp} AND start < {end_day:timestamp}
       OR span = 'second' AND (start >= {from:timestamp} AND start < {first_day:timestamp} OR start >= {end_day:timestamp} AND start < {to:timestamp}))
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
