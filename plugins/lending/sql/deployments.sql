-- Every deployment on every chain that it is on, with what is known of it.
SELECT slug, name, protocol, chain, chain_id, contracts, liquidations, absorptions, newest_event_at, snapshot_block, snapshot_at
FROM tracked_deployments FINAL
WHERE {after(slug:text asc, chain_id:uint64 asc)}
ORDER BY slug, chain_id
LIMIT {page.limit}
