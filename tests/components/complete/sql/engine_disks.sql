-- Whether the engine tells of its disks.
SELECT count() AS disks, min(total_bytes) AS smallest_bytes
FROM engine_disks
