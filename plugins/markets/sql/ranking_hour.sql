-- The newest full hour: the start of the hour that the newest event falls in. Null in an empty warehouse.
SELECT if(count() = 0, NULL, toStartOfHour(max(last_event_at))) AS ranked_at
FROM newest_bars FINAL
