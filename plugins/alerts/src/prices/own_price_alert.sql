-- The alert, for members of its space.
SELECT alert.space_id AS tenant, alert.id AS alert_id
FROM price_alerts AS alert
JOIN space_members AS member ON member.space_id = alert.space_id
WHERE alert.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
