SELECT person.user_id AS id, person.name AS label, member.role AS detail
FROM space_members AS member JOIN person_names AS person ON person.user_id = member.user_id
WHERE member.space_id = {guard.tenant:int64} AND (lower(person.name) LIKE {part:text} ESCAPE '!' OR person.name LIKE {exact:text} ESCAPE '!')
ORDER BY CASE WHEN lower(person.name) LIKE {beginning:text} ESCAPE '!' THEN 0 ELSE 1 END, person.name, person.user_id
LIMIT 20
