-- Rows that are hard to write: quotes, line ends, nulls, times.
SELECT
    number,
    concat('row ', toString(number), char(10), char(34), 'quoted', char(34), ', still the same') AS text,
    if(number % 2 = 0, NULL, number) AS odd,
    toDateTime64(number, 3, 'UTC') AS at
    , intDiv(1, toInt64(number) - toInt64({fails_at:uint64})) AS failed                        -- when fails_at
    , arraySum(arrayMap(item -> sipHash64(item, number) % 2, range({work:uint64}))) AS worked -- when work
FROM numbers({count:uint64})
