-- People whose price alerts watch, in spaces in which they still are.
SELECT alert.created_by_user_id AS user_id
FROM price_alerts AS alert
JOIN space_members AS member ON member.space_id = alert.space_id AND member.user_id = alert.created_by_user_id
WHERE alert.state = 'watching' AND alert.created_by_user_id > {after:int64}
GROUP BY alert.created_by_user_id
ORDER BY alert.created_by_user_id
LIMIT {most:int64}
