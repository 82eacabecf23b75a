-- Those that alerts were made about.
-- column as_of timestamp
SELECT pool, close, block_number, as_of FROM alert_pools WHERE chain_id = {chain_id:int64} AND pool IN ({pools:bytes[]})
