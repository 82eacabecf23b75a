SELECT number, repeat('x', 1000) AS text
FROM numbers(10000000)
