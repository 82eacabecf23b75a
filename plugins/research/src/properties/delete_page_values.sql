DELETE FROM space_property_values
WHERE space_id = {guard.tenant:int64} AND page_id = {guard.page_id:int64} AND property_id IN ({properties:int64[]})
