-- Bars of one period of a pool in a window.
FROM price_bars FINAL
WHERE chain_id = {chain_id:uint64} AND pool = {pool:bytes} AND period = {period:text}
  AND start >= {from:timestamp}                                                              -- when from
  AND start < {to:timestamp}                                                                 -- when to
