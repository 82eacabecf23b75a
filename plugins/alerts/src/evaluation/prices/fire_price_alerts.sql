-- Those that nobody removed or armed again meanwhile.
UPDATE price_alerts
SET state = 'fired', fired_price = met.price, fired_block_number = met.block_number, fired_as_of = met.as_of, fired_at = {now:timestamp}
FROM {alerts:rows(id int64, arming int64, price text, block_number int64, as_of timestamp)} AS met
WHERE price_alerts.id = met.id AND price_alerts.arming = met.arming AND price_alerts.state = 'watching'
RETURNING price_alerts.id
