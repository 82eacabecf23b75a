-- As many rows again as there are, 10,000 at most each time.
INSERT INTO taker__rows (text)
SELECT text FROM taker__rows WHERE id <= 10000
