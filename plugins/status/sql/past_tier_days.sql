-- The tiers on the days before the snapshot's own.
-- column day_starts_at timestamp
SELECT day_starts_at, tier, probes, operational_probes
FROM status_tier_days
WHERE day_starts_at >= {first_day:timestamp} AND day_starts_at < {snapshot_day:timestamp} AND probes > 0
ORDER BY day_starts_at, tier
LIMIT 1000
