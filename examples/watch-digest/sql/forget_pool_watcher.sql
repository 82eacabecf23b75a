-- The list is the organization's and stays; who put a pool on it is forgotten.
UPDATE watch_digest__pools SET added_by_user_id = NULL WHERE added_by_user_id = {user_id:int64}
