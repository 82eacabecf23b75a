-- The pages of the web application, each with its switch; one that was never switched is on.
-- column enabled boolean
-- column changed_at timestamp
SELECT page.key, page.name, page.path, page.module, coalesce(switches.enabled, TRUE) AS enabled, switches.changed_at,
    people.name AS changed_by, switches.reason
FROM {pages:rows(key text, name text, path text, module text?)} AS page
LEFT JOIN staff__spa_routes AS switches ON switches.key = page.key
LEFT JOIN staff_people AS people ON people.id = switches.changed_by_user_id
WHERE TRUE
  AND page.key = {key:text} -- when key
ORDER BY page.key
LIMIT 500
