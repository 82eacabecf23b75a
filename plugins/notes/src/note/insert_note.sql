INSERT INTO value_notes (space_id, value, content, color, author_user_id, created_at, updated_at)
VALUES ({guard.tenant:int64}, {value:text}, {content:text}, {color:text}, {caller.user_id:int64}, {now:timestamp}, {now:timestamp})
RETURNING id
