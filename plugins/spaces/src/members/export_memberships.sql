-- column joined_at timestamp
SELECT space.name AS space, member.role, member.created_at AS joined_at
FROM space_members AS member JOIN spaces AS space ON space.id = member.space_id
WHERE member.user_id = {user_id:int64} ORDER BY member.id
