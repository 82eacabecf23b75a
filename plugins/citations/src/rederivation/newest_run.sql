-- The newest version that a finished run has given to rows: of those that it took back its own, of those that it wrote the next.
SELECT max(version) + 1 AS version FROM ingest_runs FINAL WHERE finished = 1
