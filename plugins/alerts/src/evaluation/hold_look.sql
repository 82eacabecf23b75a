UPDATE alert_marks SET turn = {turn:int64} WHERE source = {source:text} AND chain_id = {chain_id:int64} AND turn = {turn:int64}
