-- Each row beside each other one: as many rows as a statement may give, with the longest texts that there are.
SELECT a.text AS text FROM taker__rows AS a CROSS JOIN taker__rows AS b ORDER BY LENGTH(a.text) DESC LIMIT 10000
