-- The chains of a snapshot.
SELECT
    chain, chain_id, latest_block, latest_block_at, head_block, head_block_at, head_seen_at, coverage_first_block,
    recent_logs, decoded_logs, undecoded_logs, waiting_logs
FROM status_snapshot_chains
WHERE shown_from = {shown_from:int64}
ORDER BY chain_id
