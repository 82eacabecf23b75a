SELECT user_id, name, email, role, created_at, disabled_at
FROM organization_members
WHERE organization_id = {organization_id:int64} AND user_id = {user_id:int64}
