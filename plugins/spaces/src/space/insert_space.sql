INSERT INTO spaces (name, created_at) VALUES ({name:text}, {created_at:timestamp}) RETURNING id
