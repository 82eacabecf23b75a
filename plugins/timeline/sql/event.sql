-- One event of the timeline.
SELECT id, key, category, title, summary, occurred_at, time_precision, chain, chain_id, block_number, reported_loss,
    severity, is_verified, updated_at, version
FROM chain_events
WHERE id = {id:int64} AND removed_at IS NULL
