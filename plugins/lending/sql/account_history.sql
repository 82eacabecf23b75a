-- An account in every snapshot of a deployment's protocol, newest first; whose snapshots those are: see deployment_snapshots.sql.
SELECT chain, chain_id, block_number, block_timestamp, health_factor, collateral_usd, debt_usd
FROM account_health_factors FINAL
WHERE account = {account:bytes} AND deployment = {slug:text}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
ORDER BY block_timestamp DESC, chain_id, block_number DESC
LIMIT 500
