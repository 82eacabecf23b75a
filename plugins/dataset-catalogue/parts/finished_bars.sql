-- Bars that are over, and pass the filters.
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
