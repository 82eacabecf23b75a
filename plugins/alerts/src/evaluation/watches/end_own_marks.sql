DELETE FROM alert_marks WHERE source = {source:text} AND chain_id IN ({chain_ids:int64[]})
