-- Each chain that holds something: how much, by the daily counts, and its newest day.
SELECT
    if(chains.slug = '', toString(counted.chain_id), chains.slug) AS chain,
    counted.chain_id AS chain_id,
    chains.name AS name,
    counted.all_blocks AS blocks,
    counted.all_transactions AS transactions,
    counted.all_logs AS logs,
    counted.first_day AS first_day,
    counted.newest_day AS newest_day,
    counted.newest_day_blocks AS newest_day_blocks,
    counted.newest_day_transactions AS newest_day_transactions,
    counted.newest_day_logs AS newest_day_logs,
    counted.as_of AS as_of,
    counted.highest_block AS as_of_block
FROM (
    SELECT chain_id,
        sum(blocks) AS all_blocks, sum(transactions) AS all_transactions, sum(logs) AS all_logs,
        -- Rows of unknown time count, and have no day.
        toString(minIf(toNullable(day), day != toDate(0))) AS first_day,
        toString(maxIf(toNullable(day), day != toDate(0))) AS newest_day,
        argMaxIf(toNullable(blocks), day, day != toDate(0)) AS newest_day_blocks,
        argMaxIf(toNullable(transactions), day, day != toDate(0)) AS newest_day_transactions,
        argMaxIf(toNullable(logs), day, day != toDate(0)) AS newest_day_logs,
        max(newest_at) AS as_of,
        max(last_block) AS highest_block
    FROM (
        SELECT chain_id, day, blocks, transactions, logs, last_block, newest_at FROM chain_days FINAL
        WHERE TRUE
          AND chain_id = {chain_id:uint64}                                                   -- when chain_id
    )
    GROUP BY chain_id
) AS counted
LEFT JOIN (SELECT chain_id, slug, name FROM chains FINAL) AS chains ON chains.chain_id = counted.chain_id
ORDER BY chain_id
LIMIT 100
