SELECT space.name FROM active_spaces AS active JOIN spaces AS space ON space.id = active.space_id
WHERE active.user_id = {user_id:int64} ORDER BY space.id
