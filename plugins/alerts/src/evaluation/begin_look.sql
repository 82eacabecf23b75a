-- column looked_at timestamp
UPDATE alert_marks SET turn = turn + 1 WHERE source = {source:text} AND chain_id = {chain_id:int64}
RETURNING version, looked_at, turn
