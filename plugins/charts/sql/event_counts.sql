-- How many events of each category there were in each period, newest period first.
-- column start_at timestamp
SELECT category, start_at, COUNT(*) AS events
FROM (
    SELECT category, occurred_at - occurred_at % {period:int64} AS start_at
    {part.matching_events}
) AS event
GROUP BY category, start_at
ORDER BY start_at DESC, category
LIMIT 4000
