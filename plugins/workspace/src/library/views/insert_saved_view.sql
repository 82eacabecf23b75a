INSERT INTO saved_views (user_id, kind, name, params, created_at)
VALUES ({caller.user_id:int64}, {kind:text}, {name:text}, {params:text}, {now:timestamp})
RETURNING id
