-- The chains of a snapshot with their lags then, none of which is below 0.
-- column latest_block_at, head_block_at, head_seen_at timestamp
SELECT
    chain, chain_id, latest_block, latest_block_at,
    CASE WHEN latest_block_at < {checked_at:timestamp} THEN ({checked_at:timestamp} - latest_block_at) / 1000000 ELSE 0
    END AS ingest_lag_seconds,
    head_block, head_block_at, head_seen_at,
    CASE WHEN latest_block_at < head_block_at THEN (head_block_at - latest_block_at) / 1000000
        WHEN head_block_at IS NOT NULL THEN 0 END AS head_lag_seconds,
    CASE WHEN latest_block < head_block THEN head_block - latest_block WHEN head_block IS NOT NULL THEN 0
    END AS head_lag_blocks,
    coverage_first_block, recent_logs, decoded_logs, undecoded_logs, waiting_logs
FROM status_snapshot_chains
WHERE shown_from = {shown_from:timestamp}
ORDER BY chain_id
