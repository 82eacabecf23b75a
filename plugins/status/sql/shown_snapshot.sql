-- The snapshot that every host shows now.
SELECT shown_from, checked_at, warehouse_reachable, day_starts_at, day_probes, day_reachable_probes
FROM status_snapshots
WHERE shown_from <= {now:timestamp}
ORDER BY shown_from DESC
LIMIT 1
