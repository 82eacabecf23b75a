-- The alerts that fired these times, in the spaces of the caller. One that was removed since is null.
SELECT firing.id AS firing_id, price.id AS price_alert_id, watch.id AS watch_id
FROM {scope.spaces} AS mine
JOIN alert_firings AS firing ON firing.space_id = mine.tenant
LEFT JOIN price_alerts AS price
    ON price.id = firing.alert_id AND price.space_id = mine.tenant AND firing.alert_type = 'price'
LEFT JOIN alert_watches AS watch
    ON watch.id = firing.alert_id AND watch.space_id = mine.tenant AND firing.alert_type <> 'price'
WHERE firing.id IN ({firing_ids:int64[]})
LIMIT 100
