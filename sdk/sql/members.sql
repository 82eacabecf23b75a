SELECT member.user_id AS user_id FROM field_notes__shelf_members AS member WHERE member.shelf_id = {guard.shelf_id:int64}
