-- The owners and admins who stay.
SELECT user_id FROM organization_members
WHERE organization_id = {guard.tenant:int64} AND role IN ('owner', 'admin') AND disabled_at IS NULL AND user_id <> {user_id:int64}
ORDER BY user_id
LIMIT 100
