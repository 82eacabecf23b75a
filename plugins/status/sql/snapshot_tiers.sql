-- The tiers of a snapshot.
SELECT tier, state, response_microseconds, day_probes, day_operational_probes
FROM status_snapshot_tiers
WHERE shown_from = {shown_from:int64}
ORDER BY tier
