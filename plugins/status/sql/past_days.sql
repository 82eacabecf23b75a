-- The days before the snapshot's own, which no probe changes any more.
SELECT day_starts_at, probes, reachable_probes
FROM status_days
WHERE day_starts_at >= {first_day:int64} AND day_starts_at < {snapshot_day:int64}
ORDER BY day_starts_at
LIMIT 90
