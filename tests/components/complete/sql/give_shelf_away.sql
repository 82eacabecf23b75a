DELETE FROM complete__shelf_members WHERE shelf_id = {guard.tenant:int64}
