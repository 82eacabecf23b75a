-- More than a statement may give.
SELECT number
FROM numbers(60000)
