-- Minutes of work for one row.
SELECT count() AS count
FROM numbers(1000000000000)
WHERE sipHash64(number) % 1000 = 1
