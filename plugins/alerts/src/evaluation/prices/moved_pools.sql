-- Pools whose newest bar was written since.
SELECT pool
FROM newest_bars FINAL
WHERE chain_id = {chain_id:uint64} AND version > {seen:uint64} AND version <= {newest:uint64}
  AND last_event_at >= {fresh_from:timestamp}                                                -- when fresh_from
  AND pool > {after:bytes}
ORDER BY pool
LIMIT {most:uint64}
