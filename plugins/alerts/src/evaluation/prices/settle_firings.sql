-- Firings whose block cannot be replaced any more.
UPDATE alert_firings SET settled_at = {now:timestamp}
WHERE chain_id = {chain_id:int64} AND settled_at IS NULL
  AND (block_number <= {final_block:int64} AND fired_at < {final_from:timestamp} OR fired_at < {settled_from:timestamp})
