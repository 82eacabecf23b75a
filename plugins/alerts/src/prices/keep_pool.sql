-- A pool that is looked at from now on, with what is known of it.
INSERT INTO alert_pools (chain_id, pool, close, block_number, as_of)
VALUES ({chain_id:int64}, {pool:bytes}, {close:text?}, {block_number:int64?}, {as_of:timestamp?})
ON CONFLICT (chain_id, pool) DO NOTHING
