-- Bars of a pool, oldest first, token1 per token0: the highest inverse price is the inverse of the lowest.
SELECT start, inverse_open AS open, inverse_high AS high, inverse_low AS low, inverse_close AS close,
    volume_token0, volume_token1, trades, first_block, last_block, last_event_at AS _last_event_at
{part.bars_of_pool}
  AND {after(start:timestamp asc)}
ORDER BY start
LIMIT {page.limit}
