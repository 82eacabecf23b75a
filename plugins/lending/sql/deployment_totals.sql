-- What happened in a deployment in a range of time. An absorption takes an account's debt and collaterals
-- in one transaction, and is counted once, whichever of its logs are there.
SELECT
    countIf(kind = 'liquidation') AS liquidations,
    uniqExactIf((chain_id, address, transaction_hash, borrower), kind = 'absorption') AS absorptions,
    uniqExact(chain_id, borrower) AS accounts,
    uniqExact(chain_id, liquidator) AS liquidators,
    maxOrNull(block_timestamp) AS _newest_at,
    argMaxOrNull(block_number, (block_timestamp, block_number)) AS _newest_block
FROM (
    SELECT 'liquidation' AS kind, chain_id, address, block_timestamp, block_number, transaction_hash, borrower, liquidator FROM liquidations FINAL
    WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
    UNION ALL
    SELECT 'absorption' AS kind, chain_id, address, block_timestamp, block_number, transaction_hash, borrower, absorber AS liquidator FROM absorptions FINAL
    WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
) AS events
WHERE (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text})
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
