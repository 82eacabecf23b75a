-- Counts a chain's rows on each day of stretches of days, with the blocks and the newest time of those that are there. The
-- touched days themselves take part without a row, so that a day that lost its last one is seen.
INSERT INTO chain_days (chain_id, day, blocks, transactions, logs, first_block, last_block, newest_at, newest_block_at,
    newest_transaction_at, newest_log_at, version, is_deleted)
SELECT {chain_id:UInt64}, day, sum(block_rows), sum(transaction_rows), sum(log_rows),
    ifNull(min(lowest), 0), ifNull(max(highest), 0), max(newest),
    maxIf(newest, block_rows > 0), maxIf(newest, transaction_rows > 0), maxIf(newest, log_rows > 0),
    {version:UInt64}, sum(block_rows + transaction_rows + log_rows) = 0
FROM (
    SELECT toDate(block_timestamp) AS day, count() AS block_rows, 0 AS transaction_rows, 0 AS log_rows,
        min(toNullable(block_number)) AS lowest, max(toNullable(block_number)) AS highest,
        max(toNullable(block_timestamp)) AS newest
    FROM blocks FINAL
    WHERE chain_id = {chain_id:UInt64} AND ({blocks})
    GROUP BY day
    UNION ALL
    SELECT toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) AS day, 0, count(), 0, min(block_number), max(block_number),
        max(block_timestamp)
    FROM transactions FINAL
    WHERE chain_id = {chain_id:UInt64} AND ({blocks})
    GROUP BY day
    UNION ALL
    SELECT toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) AS day, 0, 0, count(), min(block_number), max(block_number),
        max(block_timestamp)
    FROM logs FINAL
    WHERE chain_id = {chain_id:UInt64} AND ({blocks})
    GROUP BY day
    UNION ALL
    SELECT DISTINCT day, 0, 0, 0, NULL, NULL, NULL
    FROM (
        SELECT day FROM touched_chain_days WHERE chain_id = {chain_id:UInt64}
        UNION ALL
        SELECT day FROM chain_days FINAL WHERE chain_id = {chain_id:UInt64} AND day = toDate(0)
    )
)
WHERE {days}
GROUP BY day
