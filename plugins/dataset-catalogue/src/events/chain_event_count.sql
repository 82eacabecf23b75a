-- How many events of the timeline match.
SELECT count(*) AS row_count
{part.matching_events}
