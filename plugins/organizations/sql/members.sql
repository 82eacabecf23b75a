-- The members, owners and admins first.
SELECT user_id, name, email, role, created_at, disabled_at
FROM organization_members
WHERE organization_id = {organization_id:int64}
ORDER BY CASE role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 ELSE 2 END, name, user_id
LIMIT 500
