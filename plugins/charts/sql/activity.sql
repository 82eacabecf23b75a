-- Swaps and active pools by period, newest first, with one period more than a chart shows.
SELECT start, sum(price_bars.trades) AS trades, uniqExact(chain_id, pool) AS pools, max(price_bars.last_block) AS last_block,
    max(price_bars.last_event_at) AS last_event_at
FROM price_bars FINAL
WHERE period = {period:text} AND price_bars.trades > 0
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
  AND (chain_id, pool) IN (SELECT chain_id, address FROM pools FINAL WHERE protocol = {protocol:text}) -- when protocol
  AND start >= {from:timestamp}                                                              -- when from
  AND start < {to:timestamp}                                                                 -- when to
GROUP BY start
ORDER BY start DESC
LIMIT 501
