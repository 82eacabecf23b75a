-- column looked_at timestamp
SELECT version, looked_at FROM alert_marks WHERE source = {source:text} AND chain_id = {chain_id:int64}
