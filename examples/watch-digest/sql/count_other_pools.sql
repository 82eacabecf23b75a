-- How many pools the caller's organization watches beside this one.
SELECT count(*) AS pools
FROM watch_digest__pools
WHERE organization_id = {caller.organization_id:int64}
  AND NOT (chain_id = {chain_id:int64} AND address = {address:text})
