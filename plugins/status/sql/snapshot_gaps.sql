-- The gaps of a snapshot, open and closed.
-- column opened_at, closed_at timestamp
SELECT chain, chain_id, first_block, last_block, reason, opened_at, closed_at
FROM status_snapshot_gaps
WHERE shown_from = {shown_from:timestamp}
ORDER BY chain_id, first_block
