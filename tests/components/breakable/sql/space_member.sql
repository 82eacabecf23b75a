-- What the caller is in the space.
SELECT member.space_id AS tenant, member.role AS rank
FROM space_members AS member
WHERE member.space_id = {path.space_id:int64} AND member.user_id = {caller.user_id:int64}
