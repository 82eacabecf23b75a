INSERT INTO reading_lists__lists (title, note, created_at) VALUES ({title:text}, {note:text?}, {created_at:timestamp})
RETURNING id
