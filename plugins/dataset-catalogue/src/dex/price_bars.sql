-- Bars of each pool, by chain, pool, period and start.
SELECT
    price_bars.chain_id AS chain_id,
    concat('0x', lower(hex(price_bars.pool))) AS pool,
    toString(price_bars.period) AS period,
    price_bars.start AS start,
    toString(price_bars.source) AS source,
    price_bars.open AS open,
    price_bars.high AS high,
    price_bars.low AS low,
    price_bars.close AS close,
    price_bars.volume_token0 AS volume_token0,
    price_bars.volume_token1 AS volume_token1,
    price_bars.trades AS trades,
    price_bars.first_block AS first_block,
    price_bars.last_block AS last_block
FROM price_bars FINAL
WHERE addHours(price_bars.start, if(price_bars.period = 'daily', 24, 1)) <= {until:timestamp}
  AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, price_bars.chain_id)
       AND price_bars.last_block <= {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, price_bars.chain_id)])
  AND price_bars.chain_id = {chain_id:uint64}                                                -- when chain_id
  AND price_bars.start >= {date_from:timestamp}                                              -- when date_from
  AND price_bars.start < {date_to:timestamp}                                                 -- when date_to
  AND price_bars.period = {period:text}                                                      -- when period
  AND (empty({addresses:bytes[]}) OR price_bars.pool IN {addresses:bytes[]})
  AND (empty({protocols:text[]}) OR (price_bars.chain_id, price_bars.pool) IN (
       SELECT chain_id, address FROM pools FINAL WHERE protocol IN {protocols:text[]}))
ORDER BY price_bars.chain_id, price_bars.pool, price_bars.period, price_bars.start
LIMIT {most:uint64}                                                                          -- when most
