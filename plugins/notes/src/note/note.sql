-- column created_at, updated_at timestamp
SELECT note.id, note.space_id, note.value, note.content, note.color, note.author_user_id AS author_id,
    coalesce(author.name, 'former member') AS author_name, note.created_at, note.updated_at
FROM value_notes AS note
LEFT JOIN person_names AS author ON author.user_id = note.author_user_id
WHERE note.space_id = {guard.tenant:int64} AND note.id = {id:int64}
