SELECT member.id, member.user_id, person.name, member.role
FROM space_members AS member
JOIN person_names AS person ON person.user_id = member.user_id
WHERE member.space_id = {guard.tenant:int64} AND member.id = {id:int64}
