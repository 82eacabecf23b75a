-- Written over, each by its key: SQLite would look through the rows once for each pool of the table.
INSERT INTO alert_pools (chain_id, pool, close, block_number, as_of)
SELECT {chain_id:int64}, moved.pool, moved.close, moved.block_number, moved.as_of
FROM {pools:rows(pool bytes, close text?, block_number int64, as_of timestamp)} AS moved
WHERE TRUE
ON CONFLICT (chain_id, pool) DO UPDATE SET close = excluded.close, block_number = excluded.block_number, as_of = excluded.as_of
