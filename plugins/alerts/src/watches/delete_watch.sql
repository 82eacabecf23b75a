DELETE FROM alert_watches WHERE space_id = {guard.tenant:int64} AND id = {guard.watch_id:int64}
