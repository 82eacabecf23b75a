-- Ten numbers, the largest first, on one side of a place.
SELECT number
FROM numbers(10)
WHERE TRUE
  AND number < {older_than:uint64}                                                           -- when older_than
  AND number > {newer_than:uint64}                                                           -- when newer_than
ORDER BY number DESC
LIMIT {rows:uint64}
