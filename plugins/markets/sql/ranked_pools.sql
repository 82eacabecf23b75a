-- Pools by their swaps in the 24 hours before their chain's hour, most active first.
SELECT
    pool.address AS address,
    {part.pool_fields}
    CAST((pool.token0, pool.symbol0, pool.decimals0),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token0,
    CAST((pool.token1, pool.symbol1, pool.decimals1),
        'Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8))') AS token1,
    if(hours.chain_id = 0, NULL, toNullable(hours.ranked_at)) AS ranked_at,
    pool.trades_24h AS trades_24h,
    pool.volume_token0 AS volume_token0_24h,
    pool.volume_token1 AS volume_token1_24h,
    pool.volume_usd AS volume_usd_24h,
    pool.price AS price,
    pool.price_at AS price_at,
    pool.price_reason AS price_reason,
    pool.change_percent AS change_24h_percent,
    pool.liquidity_usd AS liquidity_usd,
    pool.liquidity_at AS liquidity_at
FROM (
    SELECT *, pool AS address, trades AS trades_24h
    FROM ranked_pools FINAL
    WHERE TRUE
      AND chain_id = {chain_id:uint64}                                                       -- when chain_id
      AND source = {source:text}                                                             -- when source
      -- A pair has two sides: one is the base, the other the quote, whichever way round.
      AND (TRUE
            AND ({base_symbol:text} = '' AND token0 = {base_address:bytes}                   -- when base_symbol
                 OR {base_symbol:text} != '' AND lower(symbol0) = lower({base_symbol:text})) -- when base_symbol
            AND ({quote_symbol:text} = '' AND token1 = {quote_address:bytes}                 -- when quote_symbol
                 OR {quote_symbol:text} != '' AND lower(symbol1) = lower({quote_symbol:text})) -- when quote_symbol
        OR TRUE
            AND ({base_symbol:text} = '' AND token1 = {base_address:bytes}                   -- when base_symbol
                 OR {base_symbol:text} != '' AND lower(symbol1) = lower({base_symbol:text})) -- when base_symbol
            AND ({quote_symbol:text} = '' AND token0 = {quote_address:bytes}                 -- when quote_symbol
                 OR {quote_symbol:text} != '' AND lower(symbol0) = lower({quote_symbol:text})) -- when quote_symbol
      )
      AND (positionCaseInsensitiveUTF8(concat(ifNull(symbol0, ''), '/', ifNull(symbol1, ''), ' ', protocol), {q:text}) > 0 -- when q
           OR {q_digits:text} != '' AND startsWith(lower(hex(pool)), {q_digits:text}))       -- when q
      AND {after(trades_24h:uint64 desc, chain_id:uint64 asc, address:bytes asc)}
    ORDER BY trades_24h DESC, chain_id, address
    LIMIT {page.limit}
) AS pool
LEFT JOIN (SELECT chain_id, ranked_at FROM ranking_hours FINAL) AS hours ON hours.chain_id = pool.chain_id
LEFT JOIN (SELECT chain_id, slug FROM chains FINAL) AS chains ON chains.chain_id = pool.chain_id
ORDER BY trades_24h DESC, chain_id, address
