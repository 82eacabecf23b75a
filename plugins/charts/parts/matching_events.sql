-- The events of the timeline that pass the filters.
FROM chain_events
WHERE removed_at IS NULL AND occurred_at IS NOT NULL
  AND category = {category:text}                                                             -- when category
  AND chain_id = {chain_id:int64}                                                            -- when chain_id
  AND occurred_at >= {from:timestamp}                                                        -- when from
  AND occurred_at < {to:timestamp}                                                           -- when to
