UPDATE alert_pools SET close = moved.close, block_number = moved.block_number, as_of = moved.as_of
FROM {pools:rows(pool bytes, close text?, block_number int64, as_of timestamp)} AS moved
WHERE alert_pools.chain_id = {chain_id:int64} AND alert_pools.pool = moved.pool
