-- The chains of a snapshot.
SELECT chain, chain_id, latest_block, latest_block_at
FROM status_snapshot_chains
WHERE shown_from = {shown_from:int64}
ORDER BY chain_id
