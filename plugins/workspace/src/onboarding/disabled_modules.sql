-- The parts of the service that are switched off.
SELECT key FROM modules WHERE enabled = FALSE ORDER BY key LIMIT 100
