-- Which parts of the service are switched on.
SELECT key, enabled FROM modules ORDER BY key LIMIT 100
