INSERT INTO complete__remarks (id, sheet_id, text) VALUES ({id:int64}, {guard.sheet_id:int64}, {text:text})
