-- One event of the timeline.
-- column verified boolean
-- column occurred_at, updated_at timestamp
SELECT id, key, category, title, summary, occurred_at, time_precision, chain, chain_id, block_number, reported_loss,
    severity, is_verified AS verified, updated_at, version
FROM chain_events
WHERE id = {id:int64} AND removed_at IS NULL
