-- The same by day, oldest first, the newest 500; a day on which nothing happened has no row.
SELECT day, liquidations, absorptions, accounts, all_days AS _all_days
FROM (
    SELECT *, row_number() OVER (ORDER BY day DESC) AS place, count() OVER () AS all_days
    FROM (
        SELECT toDate(start) AS day, sum(liquidations) AS liquidations, sum(absorptions) AS absorptions,
            uniqExactArray(arrayMap(borrower -> (chain_id, borrower), borrowers)) AS accounts
        FROM tracked_activity FINAL
        WHERE deployment = {slug:text}
          AND (span = 'day' AND start >= {first_day:timestamp} AND start < {end_day:timestamp}
               OR span = 'second' AND (start >= {from:timestamp} AND start < {first_day:timestamp} OR start >= {end_day:timestamp} AND start < {to:timestamp}))
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
        GROUP BY day
    )
)
WHERE place <= 500
ORDER BY day
