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
{part.finished_bars}
ORDER BY price_bars.chain_id, price_bars.pool, price_bars.period, price_bars.start
LIMIT {most:uint64}                                                                          -- when most
