-- Somebody else who owns the space.
SELECT id FROM space_members
WHERE space_id = {guard.tenant:int64} AND role = 'owner' AND id <> {id:int64}
LIMIT 1
