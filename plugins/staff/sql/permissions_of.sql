-- What staff were permitted.
SELECT user_id, permission
FROM staff_permissions
WHERE user_id IN ({user_ids:int64[]})
ORDER BY user_id, permission
LIMIT 10000
