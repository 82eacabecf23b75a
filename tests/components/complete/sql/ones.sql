-- One row, for a dataset.
SELECT toInt64(1) AS one
ORDER BY one
LIMIT {most:uint64} -- when most
