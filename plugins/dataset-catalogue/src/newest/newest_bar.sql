-- Time of the newest event in any of the bars.
SELECT count() AS row_count, max(price_bars.last_event_at) AS newest_at
{part.finished_bars}
