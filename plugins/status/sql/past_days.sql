-- The days before the snapshot's own, which no probe changes any more.
-- column day_starts_at timestamp
SELECT day_starts_at, probes, reachable_probes
FROM status_days
WHERE day_starts_at >= {first_day:timestamp} AND day_starts_at < {snapshot_day:timestamp}
ORDER BY day_starts_at
LIMIT 90
