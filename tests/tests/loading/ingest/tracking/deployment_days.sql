-- The same by day, oldest first, the newest 500; a day on which nothing happened has no row.
SELECT day, liquidations, absorptions, accounts, all_days AS _all_days
FROM (
    SELECT *, row_number() OVER (ORDER BY day DESC) AS place, count() OVER () AS all_days
    FROM (
        SELECT
            toDate(block_timestamp) AS day,
            countIf(kind = 'liquidation') AS liquidations,
            uniqExactIf((chain_id, contract, transaction_hash, borrower), kind = 'absorption') AS absorptions,
            uniqExact(chain_id, borrower) AS accounts
        FROM (
            SELECT 'liquidation' AS kind, chain_id, contract, block_timestamp, transaction_hash, borrower
            FROM finished_liquidations FINAL
            WHERE deployment = {slug:text} AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
              AND chain_id = {chain_id:uint64}                                               -- when chain_id
            UNION ALL
            SELECT 'absorption', chain_id, market, block_timestamp, transaction_hash, borrower
            FROM finished_absorptions FINAL
            WHERE deployment = {slug:text} AND block_timestamp >= {from:timestamp} AND block_timestamp < {to:timestamp}
              AND chain_id = {chain_id:uint64}                                               -- when chain_id
        )
        GROUP BY day
    )
)
WHERE place <= 500
ORDER BY day
