UPDATE organizations SET name = {name:text} WHERE id = {guard.tenant:int64}
