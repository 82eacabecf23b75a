-- When the newest of the matching events happened; null where none has a time.
-- column newest_at timestamp
SELECT max(event.occurred_at) AS newest_at
{part.matching_events}
