SELECT member.user_id AS id FROM space_members AS member
WHERE member.space_id = {guard.tenant:int64} AND member.user_id IN ({people:int64[]})
