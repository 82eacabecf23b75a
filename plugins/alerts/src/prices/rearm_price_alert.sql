UPDATE price_alerts
SET state = 'watching', arming = arming + 1, waits_for_crossing = {waits:boolean}, fired_price = NULL, fired_block_number = NULL,
    fired_as_of = NULL, fired_at = NULL, armed_at = {now:timestamp}
WHERE space_id = {guard.tenant:int64} AND id = {guard.alert_id:int64} AND state = 'fired'
