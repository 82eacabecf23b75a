-- The newest liquidation of a range.
SELECT block_timestamp, block_number
FROM liquidations FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND ((chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE protocol = {protocol:text}) -- when protocol
       OR stated_protocol = {protocol:text} AND (chain_id, address) NOT IN (SELECT chain_id, address FROM lending_deployments FINAL)) -- when protocol
  AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = lower({deployment:text})) -- when deployment
ORDER BY block_timestamp DESC, block_number DESC
LIMIT 1
