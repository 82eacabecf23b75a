-- Somebody else who owns the organization.
SELECT user_id FROM memberships
WHERE organization_id = {guard.tenant:int64} AND role = 'owner' AND user_id <> {user_id:int64}
LIMIT 1
