-- The caller works in the space that they have just made.
INSERT INTO active_spaces (user_id, space_id) VALUES ({caller.user_id:int64}, {space_id:int64})
ON CONFLICT (user_id) DO UPDATE SET space_id = excluded.space_id
