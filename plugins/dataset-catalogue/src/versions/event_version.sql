-- A number that each change of the timeline raises: an entry's own version grows with it, and entries that were removed stay.
SELECT CAST(COALESCE(sum(version), 0) AS BIGINT) AS data_version FROM chain_events
