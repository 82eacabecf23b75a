SELECT DISTINCT block_number, block_hash FROM alert_firings
WHERE chain_id = {chain_id:int64} AND settled_at IS NULL AND block_hash IS NOT NULL
ORDER BY block_number, block_hash
LIMIT 10000
