-- How many events the timeline has, and when the newest one was.
-- column newest_at timestamp
SELECT 'chain_events' AS dataset, count(*) AS rows, max(occurred_at) AS newest_at
FROM chain_events
WHERE removed_at IS NULL
