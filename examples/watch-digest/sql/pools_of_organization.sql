-- What a job reads, which may run for nobody.
SELECT chain_id, address, chain, pair
FROM watch_digest__pools
WHERE organization_id = {organization_id:int64}
ORDER BY chain_id, address
