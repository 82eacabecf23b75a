-- The newest version that a finished run has given to rows. Runs take turns, so none that is older is still to come.
SELECT toInt64(max(version) + 1) AS version FROM ingest_runs WHERE finished = 1
