DELETE FROM price_alerts WHERE space_id = {guard.tenant:int64} AND id = {guard.alert_id:int64}
