DELETE FROM space_properties WHERE space_id = {guard.tenant:int64} AND id = {id:int64}
