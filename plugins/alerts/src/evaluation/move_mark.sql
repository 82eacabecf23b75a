UPDATE alert_marks SET version = {version:int64}, looked_at = {now:timestamp}
WHERE source = {source:text} AND chain_id = {chain_id:int64} AND turn = {turn:int64}
