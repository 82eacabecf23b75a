-- What happened in a deployment in a range of time. An absorption takes an account's debt and collaterals
-- in one transaction, and is counted once, whichever of its logs are there.
SELECT
    countIf(kind = 'liquidation') AS liquidations,
    uniqExactIf((chain_id, contract, transaction_hash, borrower), kind = 'absorption') AS absorptions,
    uniqExact(chain_id, borrower) AS accounts,
    uniqExact(chain_id, liquidator) AS liquidators,
    maxOrNull(block_timestamp) AS _newest_at,
    argMaxOrNull(block_number, (block_timestamp, block_number)) AS _newest_block
FROM (
    SELECT 'liquidation' AS kind, chain_id, contract, block_timestamp, block_number, transaction_hash, borrower, liquidator
    FROM finished_liquidations FINAL
    WHERE deployment = {slug:text} AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
    UNION ALL
    SELECT 'absorption', chain_id, market, block_timestamp, block_number, transaction_hash, borrower, absorber
    FROM finished_absorptions FINAL
    WHERE deployment = {slug:text} AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
)
