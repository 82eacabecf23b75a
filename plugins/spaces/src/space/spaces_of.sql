SELECT space_id FROM space_members WHERE user_id = {user_id:int64} ORDER BY space_id
