-- Keeps every account while there is `keep`, fails while `fail_keeping` is the least number there is, and counts as far as `slow_keeping` says.
SELECT harm.kind AS reason, abs(COALESCE((SELECT fails.amount FROM stranger__harm AS fails WHERE fails.kind = 'fail_keeping'), 0)) AS amount,
    (WITH RECURSIVE number (value) AS (
         SELECT CAST(1 AS BIGINT)
         UNION ALL
         SELECT number.value + 1 FROM number
         WHERE number.value < COALESCE((SELECT slow.amount FROM stranger__harm AS slow WHERE slow.kind = 'slow_keeping'), 1)
     )
     SELECT count(*) FROM number) AS counted
FROM stranger__harm AS harm
WHERE harm.kind IN ('keep', 'fail_keeping', 'slow_keeping') AND {user_id:int64} > 0
