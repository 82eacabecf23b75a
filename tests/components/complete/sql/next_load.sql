-- The first load that has finished between two versions: its rows have the version after its own.
SELECT toInt64(run.version + 1) AS reached
FROM ingest_runs AS run
WHERE run.finished = 1 AND run.version + 1 > {seen:uint64} AND run.version + 1 <= {newest:uint64}
ORDER BY run.version
LIMIT 1
