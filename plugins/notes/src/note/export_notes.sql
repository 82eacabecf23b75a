-- Without the names of spaces that the person left: they change, and are for members.
-- column created_at, updated_at timestamp
SELECT CASE WHEN member.id IS NULL THEN NULL ELSE space.name END AS space, note.value, note.content, note.color, note.created_at, note.updated_at
FROM value_notes AS note JOIN spaces AS space ON space.id = note.space_id
LEFT JOIN space_members AS member ON member.space_id = note.space_id AND member.user_id = {user_id:int64}
WHERE note.author_user_id = {user_id:int64} ORDER BY note.id
