-- The watch, for members of its space.
SELECT watch.space_id AS tenant, watch.id AS watch_id
FROM alert_watches AS watch
JOIN space_members AS member ON member.space_id = watch.space_id
WHERE watch.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
