-- How many events of each category there were in each period, newest period first.
-- column start_at timestamp
SELECT category, start_at, COUNT(*) AS events
FROM (
    SELECT category, occurred_at - occurred_at % {period:int64} AS start_at
    FROM chain_events
    WHERE removed_at IS NULL AND occurred_at IS NOT NULL
      AND category = {category:text}                                                         -- when category
      AND chain_id = {chain_id:int64}                                                        -- when chain_id
      AND occurred_at >= {from:timestamp}                                                    -- when from
      AND occurred_at < {to:timestamp}                                                       -- when to
) AS event
GROUP BY category, start_at
ORDER BY start_at DESC, category
LIMIT 4000
