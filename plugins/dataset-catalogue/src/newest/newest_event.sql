-- When the newest of the matching events happened; null where none has a time.
-- column newest_at timestamp
SELECT max(event.occurred_at) AS newest_at
FROM chain_events AS event
WHERE event.removed_at IS NULL AND event.id <= {newest_entry:int64}
  AND event.chain_id = {chain_id:int64}                                                      -- when chain_id
  AND event.occurred_at >= {date_from:timestamp}                                             -- when date_from
  AND event.occurred_at < {date_to:timestamp}                                                -- when date_to
  AND event.is_verified = {verified:boolean}                                                 -- when verified
