-- The newest period with a swap.
SELECT start
FROM price_bars FINAL
WHERE period = {period:text} AND trades > 0
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND (chain_id, pool) IN (SELECT chain_id, address FROM pools FINAL WHERE protocol = {protocol:text}) -- when protocol
  AND start < {to:timestamp}                                                                 -- when to
ORDER BY start DESC
LIMIT 1
