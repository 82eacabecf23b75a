-- The last two daily bars of a pool that begin before a time, the later one first.
SELECT start, close, trades
FROM price_bars FINAL
WHERE chain_id = {chain_id:uint64} AND pool = {pool:bytes} AND period = 'daily' AND start < {before:timestamp}
ORDER BY start DESC
LIMIT 2
