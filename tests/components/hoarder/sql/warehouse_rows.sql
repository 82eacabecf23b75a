-- Rows of 30 KB each.
SELECT number, repeat('x', 30000) AS words
FROM numbers({rows:uint64})
