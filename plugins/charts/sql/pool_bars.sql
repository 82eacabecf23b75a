-- The newest bars of a pool within a range, newest first, with one more than a chart shows.
SELECT start, open, high, low, close, volume_token0, volume_token1, trades, last_block, last_event_at
FROM price_bars FINAL
WHERE chain_id = {chain_id:uint64} AND pool = {pool:bytes} AND period = {period:text}
  AND start >= {from:timestamp}                                                              -- when from
  AND start < {to:timestamp}                                                                 -- when to
ORDER BY start DESC
LIMIT 501
