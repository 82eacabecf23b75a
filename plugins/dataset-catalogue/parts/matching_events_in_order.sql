-- The events that pass the filters by their number, from one on.
{part.matching_events}
  AND event.id > {after_id:int64}                                                            -- when after_id
ORDER BY event.id
LIMIT {most:int64}                                                                           -- when most
