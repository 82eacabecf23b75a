-- The block of a chain's newest event in an hour.
SELECT max(last_block) AS block
FROM price_bars FINAL
WHERE chain_id = {chain_id:uint64} AND pool = {pool:bytes} AND period = 'hourly' AND start = {start:timestamp}
HAVING count() > 0
