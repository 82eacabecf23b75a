-- What happened in a deployment in a range of time. An absorption is counted by its debt, which each has once.
SELECT
    countIf(kind = 'liquidation') AS liquidations,
    countIf(kind = 'debt') AS absorptions,
    uniqExact(chain_id, borrower) AS accounts,
    uniqExact(chain_id, liquidator) AS liquidators,
    maxOrNull(block_timestamp) AS _newest_at,
    argMaxOrNull(block_number, (block_timestamp, block_number)) AS _newest_block
FROM (
    SELECT 'liquidation' AS kind, chain_id, address, block_timestamp, block_number, borrower, liquidator FROM liquidations FINAL
    WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
    UNION ALL
    SELECT toString(kind) AS kind, chain_id, address, block_timestamp, block_number, borrower, absorber AS liquidator FROM absorptions FINAL
    WHERE kind = 'debt' AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
) AS events
WHERE (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text})
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
