-- The events of the timeline that pass the filters.
FROM chain_events AS event
WHERE event.removed_at IS NULL AND event.id <= {newest_entry:int64}
  AND event.chain_id = {chain_id:int64}                                                      -- when chain_id
  AND event.occurred_at >= {date_from:timestamp}                                             -- when date_from
  AND event.occurred_at < {date_to:timestamp}                                                -- when date_to
  AND event.is_verified = {verified:boolean}                                                 -- when verified
