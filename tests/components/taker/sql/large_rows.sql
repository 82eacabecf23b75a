SELECT number, repeat('x', 5000) AS text
FROM numbers(49000)
