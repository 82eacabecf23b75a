-- Ten numbers, for pages.
SELECT number
FROM numbers(10)
WHERE {after(number:uint64 asc)}
ORDER BY number
LIMIT {page.limit}
