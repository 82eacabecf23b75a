-- The tiers of a snapshot, and their probes on its day.
SELECT tier, state, response_microseconds / 1000 AS response_milliseconds, day_probes AS probes,
    day_operational_probes AS operational_probes
FROM status_snapshot_tiers
WHERE shown_from = {shown_from:timestamp}
ORDER BY tier
