DELETE FROM watch_digest__pools
WHERE organization_id = {caller.organization_id:int64} AND chain_id = {chain_id:int64} AND address = {address:text}
RETURNING address
