-- The note, for members of its space.
SELECT note.space_id AS tenant, note.id AS note_id
FROM value_notes AS note
JOIN space_members AS member ON member.space_id = note.space_id
WHERE note.id = {path.id:int64} AND member.user_id = {caller.user_id:int64}
