DELETE FROM complete__shelf_members WHERE shelf_id = {guard.tenant:int64} AND user_id = {caller.user_id:int64}
