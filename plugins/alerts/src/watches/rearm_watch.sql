UPDATE alert_watches SET state = 'watching', arming = arming + 1, fired_at = NULL
WHERE space_id = {guard.tenant:int64} AND id = {guard.watch_id:int64} AND state = 'fired'
