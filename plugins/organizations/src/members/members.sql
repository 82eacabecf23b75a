-- The members, owners and admins first; members are not told the addresses of others.
-- column disabled boolean
-- column joined_at timestamp
SELECT user_id AS id, name, CASE WHEN {guard.rank:text} <> 'member' THEN email END AS email, role,
    disabled_at IS NOT NULL AS disabled, created_at AS joined_at
FROM organization_members
WHERE organization_id = {guard.tenant:int64}
ORDER BY CASE role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 ELSE 2 END, name, user_id
LIMIT 500
