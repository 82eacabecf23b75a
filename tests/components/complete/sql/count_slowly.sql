-- Minutes of work for one row.
WITH RECURSIVE counted (number) AS (
    SELECT CAST(1 AS BIGINT)
    UNION ALL
    SELECT number + 1 FROM counted WHERE number < 10000000000
)
SELECT COUNT(*) AS count
FROM counted
