-- The start of a pool's newest bar.
SELECT if({period:text} = 'daily', toStartOfDay(start), start) AS start
FROM newest_bars FINAL
WHERE chain_id = {chain_id:uint64} AND pool = {pool:bytes}
