DELETE FROM space_members WHERE space_id = {guard.tenant:int64} AND user_id = {user_id:int64}
