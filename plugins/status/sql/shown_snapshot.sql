-- The snapshot that every host shows now, and the probes on its day.
-- column warehouse_reachable boolean
-- column shown_from, checked_at, day_starts_at timestamp
SELECT shown_from, checked_at, warehouse_reachable, day_starts_at, day_probes AS probes,
    day_reachable_probes AS reachable_probes
FROM status_snapshots
WHERE shown_from <= {now:timestamp}
ORDER BY shown_from DESC
LIMIT 1
