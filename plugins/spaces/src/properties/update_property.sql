UPDATE space_properties SET name = {name:text else name}, options = {options:text else options}
WHERE space_id = {guard.tenant:int64} AND id = {id:int64}
