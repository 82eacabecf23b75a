INSERT INTO alert_marks (source, chain_id, version, looked_at, turn)
VALUES ({source:text}, {chain_id:int64}, {version:int64}, {now:timestamp}, 0)
ON CONFLICT (source, chain_id) DO NOTHING
