-- The start of a pool's newest bar before a time.
SELECT start
FROM price_bars FINAL
WHERE chain_id = {chain_id:uint64} AND pool = {pool:bytes} AND period = {period:text}
  AND start < {to:timestamp}
ORDER BY start DESC
LIMIT 1
