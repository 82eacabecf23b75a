-- The first load that has finished between two versions: its rows have the version after its own.
SELECT toInt64(min(version) + 1) AS version
FROM ingest_runs
WHERE finished = 1 AND version + 1 > {seen:uint64} AND version + 1 <= {newest:uint64}
HAVING count() > 0
