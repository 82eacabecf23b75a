-- The exchanges whose volume can be asked for.
SELECT DISTINCT toString(protocol) AS word FROM pools FINAL
WHERE protocol != ''
ORDER BY word
LIMIT 500
