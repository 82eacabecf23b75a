-- Answered by the benchmarks' stand-in for the warehouse.
SELECT * FROM rows
