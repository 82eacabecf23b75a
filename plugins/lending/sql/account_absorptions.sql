-- How often Compound III absorbed an account in a deployment, and when it last did.
SELECT uniqExact(chain_id, address, transaction_hash) AS absorptions, maxOrNull(block_timestamp) AS newest_at
FROM absorptions FINAL
WHERE borrower = {account:bytes}
  AND (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text})
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
