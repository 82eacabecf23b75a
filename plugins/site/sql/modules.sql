-- Which parts of the service are switched on.
-- column enabled boolean
SELECT key, enabled FROM modules ORDER BY key LIMIT 100
