-- The space in which the caller works from now on.
INSERT INTO active_spaces (user_id, space_id) VALUES ({caller.user_id:int64}, {guard.tenant:int64})
ON CONFLICT (user_id) DO UPDATE SET space_id = excluded.space_id
