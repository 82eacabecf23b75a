SELECT member.shelf_id AS tenant, member.rank AS rank
FROM complete__shelf_members AS member
WHERE member.user_id = {caller.user_id:int64}
