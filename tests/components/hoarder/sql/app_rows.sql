-- Rows of 30 KB each.
WITH RECURSIVE numbers (number) AS (
    SELECT CAST(1 AS BIGINT)
    UNION ALL
    SELECT number + 1 FROM numbers WHERE number < {rows:int64}
)
SELECT number,
       replace(replace(replace('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'a', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'),
                       'b', 'ccccccccccccccccccccccccccccccc'), 'c', 'd') AS words
FROM numbers
