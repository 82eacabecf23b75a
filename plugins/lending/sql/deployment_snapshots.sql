-- The newest snapshot of each chain, summed up; none where several deployments of the chain share its protocol.
SELECT chain, chain_id, block_number, block_timestamp, accounts, liquidatable, collateral_usd, debt_usd
FROM tracked_snapshots FINAL
WHERE deployment = {slug:text}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
ORDER BY chain_id, block_number
