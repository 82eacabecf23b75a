-- The newest absorption of a range.
SELECT block_timestamp, block_number
FROM absorptions FINAL
WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = lower({deployment:text})) -- when deployment
ORDER BY block_timestamp DESC, block_number DESC
LIMIT 1
