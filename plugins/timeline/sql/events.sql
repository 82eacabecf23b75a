-- Events of the timeline, newest first; those whose day is unknown have ordered_at 0.
-- column verified boolean
-- column occurred_at, updated_at timestamp
SELECT id, key, category, title, summary, occurred_at, time_precision, chain, chain_id, block_number, reported_loss,
    severity, is_verified AS verified, updated_at, version, ordered_at
FROM chain_events
WHERE removed_at IS NULL
  AND category = {category:text}                                                             -- when category
  AND chain_id = {chain_id:int64}                                                            -- when chain_id
  AND occurred_at >= {from:timestamp}                                                        -- when from
  AND occurred_at < {to:timestamp}                                                           -- when to
  AND is_verified = {verified:boolean}                                                       -- when verified
  AND {after(ordered_at:int64 desc, id:int64 desc)}
ORDER BY ordered_at DESC, id DESC
LIMIT {page.limit}
