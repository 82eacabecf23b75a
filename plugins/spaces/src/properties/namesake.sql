SELECT id FROM space_properties
WHERE space_id = {guard.tenant:int64} AND name = {name:text} AND id <> {id:int64}
