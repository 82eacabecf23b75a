-- Those that nobody removed or armed again meanwhile.
UPDATE alert_watches SET state = 'fired', fired_at = {now:timestamp}
FROM {watches:rows(id int64, arming int64)} AS met
WHERE alert_watches.id = met.id AND alert_watches.arming = met.arming AND alert_watches.state = 'watching'
RETURNING alert_watches.id
