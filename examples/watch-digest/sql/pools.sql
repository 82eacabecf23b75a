-- What the caller's organization watches.
SELECT chain, chain_id, address, pair, note, added_at_seconds
FROM watch_digest__pools
WHERE organization_id = {caller.organization_id:int64}
  AND {after(chain_id:int64 asc, address:text asc)}
ORDER BY chain_id, address
LIMIT {page.limit}
