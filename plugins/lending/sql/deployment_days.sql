-- The same by day, oldest first; a day on which nothing happened has no row.
SELECT
    toDate(block_timestamp) AS day,
    countIf(kind = 'liquidation') AS liquidations,
    countIf(kind = 'debt') AS absorptions,
    uniqExact(chain_id, borrower) AS accounts
FROM (
    SELECT 'liquidation' AS kind, chain_id, address, block_timestamp, borrower FROM liquidations FINAL
    WHERE block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
    UNION ALL
    SELECT toString(kind) AS kind, chain_id, address, block_timestamp, borrower FROM absorptions FINAL
    WHERE kind = 'debt' AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
) AS events
WHERE (chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = {slug:text})
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
GROUP BY day
ORDER BY day
