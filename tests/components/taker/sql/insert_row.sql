INSERT INTO taker__rows (text)
VALUES ({text:text})
