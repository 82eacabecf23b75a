-- As small as a statement gets.
SELECT 1 AS one
