-- The shelves that the caller may see.
SELECT member.shelf_id AS shelf_id, member.rank AS rank
FROM field_notes__shelf_members AS member WHERE member.user_id = {caller.user_id:int64}
