-- The bytes of all spaces together: always one row.
SELECT CAST(coalesce(sum(counted.size_bytes), 0) AS BIGINT) AS used_bytes FROM space_usage AS counted
