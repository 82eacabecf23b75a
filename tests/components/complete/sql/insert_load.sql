INSERT INTO complete__loads (version) VALUES ({version:int64})
