-- What the caller is on the list; no row for everybody else.
SELECT list_id AS tenant, rank FROM reading_lists__members
WHERE list_id = {path.list_id:int64} AND user_id = {caller.user_id:int64}
