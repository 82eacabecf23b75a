SELECT count(*) AS properties FROM space_properties WHERE space_id = {guard.tenant:int64}
