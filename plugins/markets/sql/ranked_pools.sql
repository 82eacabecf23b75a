-- Pools by their swaps in the 24 hours before {until}, most active first.
SELECT
    pool.address AS address,
    if(chains.slug = '', toString(pool.chain_id), chains.slug) AS chain,
    pool.chain_id AS chain_id,
    pool.protocol AS protocol,
    pool.source AS source,
    pool.fee AS fee,
    CAST((pool.token0, side0.symbol, side0.decimals),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token0,
    CAST((pool.token1, side1.symbol, side1.decimals),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token1,
    activity.trades AS trades_24h,
    if(activity.trades = 0, '0', activity.volume_token0) AS volume_token0_24h,
    if(activity.trades = 0, '0', activity.volume_token1) AS volume_token1_24h,
    if(activity.bars > 0, activity.price, earlier.price) AS price,
    if(activity.bars > 0, activity.price_at, earlier.price_at) AS price_at
FROM (SELECT * FROM pools FINAL) AS pool
LEFT JOIN (SELECT chain_id, address, toNullable(symbol) AS symbol, decimals FROM tokens FINAL) AS side0
    ON side0.chain_id = pool.chain_id AND side0.address = pool.token0
LEFT JOIN (SELECT chain_id, address, toNullable(symbol) AS symbol, decimals FROM tokens FINAL) AS side1
    ON side1.chain_id = pool.chain_id AND side1.address = pool.token1
LEFT JOIN (
    SELECT chain_id, pool, count() AS bars, sum(trades) AS trades,
        toString(sum(toDecimal256OrNull(volume_token0, 18))) AS volume_token0,
        toString(sum(toDecimal256OrNull(volume_token1, 18))) AS volume_token1,
        tupleElement(argMax(tuple(close), start), 1) AS price, max(toNullable(last_event_at)) AS price_at
    FROM hourly_bars FINAL
    WHERE start >= {day_before:timestamp} AND start < {until:timestamp}
    GROUP BY chain_id, pool
) AS activity ON activity.chain_id = pool.chain_id AND activity.pool = pool.address
-- The newest price of a pool without a bar in those hours: its newest bar or, where it is of a later hour, the one before.
LEFT JOIN (
    SELECT chain_id, pool, tupleElement(argMax(tuple(close), start), 1) AS price, max(toNullable(last_event_at)) AS price_at
    FROM (
        SELECT chain_id, pool, start, close, last_event_at FROM newest_bars FINAL WHERE start < {until:timestamp}
        UNION ALL
        SELECT chain_id, pool, start, close, last_event_at FROM price_bars FINAL
        WHERE period = 'hourly' AND start < {until:timestamp} AND (chain_id, pool) IN (
            SELECT chain_id, pool FROM newest_bars FINAL
            WHERE start >= {until:timestamp} AND (chain_id, pool) NOT IN (
                SELECT chain_id, pool FROM hourly_bars FINAL
                WHERE start >= {day_before:timestamp} AND start < {until:timestamp}))
    )
    GROUP BY chain_id, pool
) AS earlier ON earlier.chain_id = pool.chain_id AND earlier.pool = pool.address
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
WHERE TRUE
  AND pool.chain_id = {chain_id:uint64}                                                      -- when chain_id
  AND pool.source = {source:text}                                                            -- when source
  AND (lower(side0.symbol) = lower({base_symbol:text}) OR lower(side1.symbol) = lower({base_symbol:text})) -- when base_symbol
  AND (pool.token0 = {base_address:bytes} OR pool.token1 = {base_address:bytes})             -- when base_address
  AND (lower(side0.symbol) = lower({quote_symbol:text}) OR lower(side1.symbol) = lower({quote_symbol:text})) -- when quote_symbol
  AND (pool.token0 = {quote_address:bytes} OR pool.token1 = {quote_address:bytes})           -- when quote_address
  AND (positionCaseInsensitiveUTF8(concat(ifNull(side0.symbol, ''), '/', ifNull(side1.symbol, ''), ' ', pool.protocol), {q:text}) > 0 -- when q
       OR startsWith(concat('0x', lower(hex(pool.address))), lower({q:text})))               -- when q
  AND {after(trades_24h:uint64 desc, chain_id:uint64 asc, address:bytes asc)}
ORDER BY trades_24h DESC, chain_id, address
LIMIT {page.limit}
