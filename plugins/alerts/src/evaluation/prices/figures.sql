-- The newest price of pools, and its change to the last close of the day that ended 24 hours before the newest bar.
SELECT
    newest.pool AS pool,
    newest.close AS close,
    if(toFloat64OrNull(newest.close) / toFloat64OrNull(earlier.close) < 1e15,
        toDecimalString((toFloat64OrNull(newest.close) / toFloat64OrNull(earlier.close) - 1) * 100, 6), NULL) AS change,
    toInt64(newest.last_block) AS block_number,
    named.block_hash AS block_hash,
    named.version > {seen:uint64} AS is_new_block,
    newest.last_event_at AS as_of
FROM (
    SELECT pool, close, last_block, last_event_at FROM newest_bars FINAL
    WHERE chain_id = {chain_id:uint64} AND pool IN {pools:bytes[]} AND version <= {newest:uint64}
) AS newest
LEFT JOIN (
    SELECT bar.pool AS pool, tupleElement(argMax(tuple(bar.close), bar.start), 1) AS close
    FROM (
        SELECT pool, start, close FROM price_bars FINAL
        WHERE period = 'hourly' AND chain_id = {chain_id:uint64} AND pool IN {pools:bytes[]}
          AND start >= (SELECT min(start) FROM newest_bars FINAL WHERE chain_id = {chain_id:uint64} AND pool IN {pools:bytes[]}) - 172800
    ) AS bar
    INNER JOIN (
        SELECT pool, start FROM newest_bars FINAL WHERE chain_id = {chain_id:uint64} AND pool IN {pools:bytes[]}
    ) AS edge ON edge.pool = bar.pool
    WHERE bar.start <= edge.start - 86400 AND bar.start > edge.start - 172800
    GROUP BY bar.pool
) AS earlier ON earlier.pool = newest.pool
LEFT JOIN (
    SELECT block_number, toNullable(block_hash) AS block_hash, version FROM block_hashes FINAL
    WHERE chain_id = {chain_id:uint64} AND block_number IN (
        SELECT last_block FROM newest_bars FINAL WHERE chain_id = {chain_id:uint64} AND pool IN {pools:bytes[]})
) AS named ON named.block_number = newest.last_block
LIMIT 10000
