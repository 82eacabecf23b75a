-- One row for each person, made or counted up.
INSERT INTO complete__lookups (user_id, lookups)
VALUES ({caller.user_id:int64}, 1)
ON CONFLICT (user_id) DO UPDATE SET lookups = complete__lookups.lookups + 1
RETURNING lookups
