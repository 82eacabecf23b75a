-- Pools with their latest close. The change is to the last close of the day that ended 24 hours before the newest bar.
-- within 3 seconds
SELECT
    pool.address AS address,
    if(chains.slug = '', toString(pool.chain_id), chains.slug) AS chain,
    pool.chain_id AS chain_id,
    pool.protocol AS protocol,
    pool.token0 AS token0_address,
    side0.symbol AS token0_symbol,
    pool.token1 AS token1_address,
    side1.symbol AS token1_symbol,
    newest.close AS close,
    if(toFloat64OrNull(newest.close) / toFloat64OrNull(earlier.close) < 1e15,
        toDecimalString((toFloat64OrNull(newest.close) / toFloat64OrNull(earlier.close) - 1) * 100, 6), NULL) AS change_24h_percent,
    if(newest.chain_id = 0, NULL, toNullable(newest.last_event_at)) AS as_of,
    if(newest.chain_id = 0, NULL, toNullable(newest.last_block)) AS as_of_block,
    if(pool.source = 'v3', 'v3_swaps', 'v2_reserves') AS source
FROM (SELECT chain_id, address, protocol, source, token0, token1 FROM pools FINAL WHERE address IN {pools:bytes[]}) AS pool
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol FROM tokens FINAL) AS side0
    ON side0.chain_id = pool.chain_id AND side0.address = pool.token0
LEFT JOIN (SELECT chain_id, address, nullIf(symbol, '') AS symbol FROM tokens FINAL) AS side1
    ON side1.chain_id = pool.chain_id AND side1.address = pool.token1
LEFT JOIN (
    SELECT chain_id, pool, close, last_block, last_event_at FROM newest_bars FINAL WHERE pool IN {pools:bytes[]}
) AS newest ON newest.chain_id = pool.chain_id AND newest.pool = pool.address
LEFT JOIN (
    SELECT bar.chain_id AS chain_id, bar.pool AS pool, tupleElement(argMax(tuple(bar.close), bar.start), 1) AS close
    FROM (
        SELECT chain_id, pool, start, close FROM price_bars FINAL
        WHERE period = 'hourly' AND chain_id IN (SELECT chain_id FROM pools FINAL WHERE address IN {pools:bytes[]})
          AND pool IN {pools:bytes[]}
          AND start >= (SELECT min(start) FROM newest_bars FINAL WHERE pool IN {pools:bytes[]}) - 172800
    ) AS bar
    INNER JOIN (SELECT chain_id, pool, start FROM newest_bars FINAL WHERE pool IN {pools:bytes[]}) AS edge
        ON edge.chain_id = bar.chain_id AND edge.pool = bar.pool
    WHERE bar.start <= edge.start - 86400 AND bar.start > edge.start - 172800
    GROUP BY bar.chain_id, bar.pool
) AS earlier ON earlier.chain_id = pool.chain_id AND earlier.pool = pool.address
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
ORDER BY chain_id, address
LIMIT 10000
