-- The liquidations of a range that pass the filters. A protocol is that of the emitting contract; where nobody registered the contract,
-- what a file calls it.
FROM liquidations FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND ((chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE protocol = {protocol:text}) -- when protocol
       OR stated_protocol = {protocol:text} AND (chain_id, address) NOT IN (SELECT chain_id, address FROM lending_deployments FINAL)) -- when protocol
  AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = lower({deployment:text})) -- when deployment
