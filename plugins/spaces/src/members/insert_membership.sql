INSERT INTO space_members (space_id, user_id, role, created_at)
VALUES ({guard.tenant:int64}, {user_id:int64}, {role:text}, {created_at:timestamp})
RETURNING id
