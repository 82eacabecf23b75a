-- The pages of the web application that were ever switched.
SELECT switches.key AS key, switches.enabled AS enabled, switches.changed_at AS changed_at, switches.reason AS reason,
    people.name AS changed_by
FROM staff__spa_routes AS switches LEFT JOIN staff_people AS people ON people.id = switches.changed_by_user_id
ORDER BY switches.key
LIMIT 500
