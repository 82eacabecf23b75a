-- The lists that the caller is on.
SELECT list_id AS tenant, rank FROM reading_lists__members WHERE user_id = {caller.user_id:int64}
