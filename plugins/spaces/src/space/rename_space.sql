UPDATE spaces SET name = {name:text} WHERE id = {guard.tenant:int64}
