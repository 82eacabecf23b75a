SELECT name FROM spaces WHERE id = {guard.tenant:int64}
