-- Where the events are written about, in the registry's order.
SELECT event_id, name, url
FROM chain_event_sources
WHERE event_id IN ({event_ids:int64[]})
ORDER BY event_id, position
