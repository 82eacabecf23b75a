UPDATE space_members SET role = {role:text} WHERE space_id = {guard.tenant:int64} AND id = {id:int64}
