-- How many events the timeline has, and when the newest one was.
SELECT COUNT(*) AS events, MAX(occurred_at) AS newest_at
FROM chain_events
WHERE removed_at IS NULL
