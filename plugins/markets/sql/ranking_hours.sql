-- Of each chain with a price: the newest full hour, the start of the hour that its newest event falls in.
SELECT chain_id, toUInt64(toUnixTimestamp(ranked_at)) AS ranked_at
FROM ranking_hours FINAL
WHERE TRUE
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
ORDER BY chain_id
LIMIT 500
