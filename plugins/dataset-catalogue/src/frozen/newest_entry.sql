-- The number of the newest entry of the timeline; 0 where it has none.
SELECT CAST(COALESCE(max(id), 0) AS BIGINT) AS newest_entry FROM chain_events
