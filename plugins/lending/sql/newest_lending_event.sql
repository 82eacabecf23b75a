-- When the newest liquidation or absorption of any registered contract was: on the days before the last one, or in the seconds of that.
SELECT maxOrNull(newest_at) AS newest_at
FROM tracked_activity FINAL
WHERE (span = 'day' AND start < {end_day:timestamp} OR span = 'second' AND start >= {end_day:timestamp} AND start < {to:timestamp})
  AND deployment = {slug:text}                                                               -- when slug
  AND chain_id = {chain_id:uint64}                                                           -- when chain_id
