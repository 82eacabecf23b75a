-- The newest notes of each value, with how many there are.
-- column created_at, updated_at timestamp
SELECT ranked.id, ranked.space_id, ranked.value, ranked.content, ranked.color, ranked.author_user_id AS author_id,
    coalesce(author.name, 'former member') AS author_name, ranked.created_at, ranked.updated_at, ranked.notes
FROM (
    SELECT note.id, note.space_id, note.value, note.content, note.color, note.author_user_id, note.created_at, note.updated_at,
        count(*) OVER (PARTITION BY note.value) AS notes,
        ROW_NUMBER() OVER (PARTITION BY note.value ORDER BY note.id DESC) AS place
    FROM value_notes AS note
    WHERE note.space_id = {guard.tenant:int64} AND note.value IN ({values:text[]})
) AS ranked
LEFT JOIN person_names AS author ON author.user_id = ranked.author_user_id
WHERE ranked.place <= {shown:int64}
ORDER BY ranked.value, ranked.place
