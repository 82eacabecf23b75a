-- column created_at, updated_at timestamp
SELECT space.name AS space, note.value, note.content, note.color, note.created_at, note.updated_at
FROM value_notes AS note JOIN spaces AS space ON space.id = note.space_id
WHERE note.author_user_id = {user_id:int64} ORDER BY note.id
