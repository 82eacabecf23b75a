-- How often Compound III absorbed an account in a deployment, and when it last did.
SELECT uniqExact(chain_id, market, transaction_hash) AS absorptions, maxOrNull(block_timestamp) AS newest_at
FROM finished_absorptions FINAL
WHERE borrower = {account:bytes} AND deployment = {slug:text}
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
