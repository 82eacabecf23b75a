-- Of a space that the caller has just made.
INSERT INTO space_members (space_id, user_id, role, created_at)
VALUES ({space_id:int64}, {caller.user_id:int64}, 'owner', {created_at:timestamp})
