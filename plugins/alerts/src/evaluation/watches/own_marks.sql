-- The marks that chains of a source have for themselves.
-- column looked_at timestamp
SELECT chain_id, version, looked_at FROM alert_marks WHERE source = {source:text} AND chain_id <> 0 ORDER BY chain_id LIMIT 10000
