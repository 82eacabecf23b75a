-- Bars of a pool, oldest first, token0 per token1.
SELECT start, open, high, low, close, volume_token0, volume_token1, trades, first_block, last_block,
    last_event_at AS _last_event_at
{part.bars_of_pool}
  AND {after(start:timestamp asc)}
ORDER BY start
LIMIT {page.limit}
