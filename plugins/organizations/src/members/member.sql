-- One member, for those who may change it.
-- column disabled boolean
-- column joined_at timestamp
SELECT user_id AS id, name, email, role,
    disabled_at IS NOT NULL AS disabled, created_at AS joined_at
FROM organization_members
WHERE organization_id = {guard.tenant:int64} AND user_id = {user_id:int64}
