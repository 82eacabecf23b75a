-- A person's own organization.
SELECT organizations.id
FROM memberships JOIN organizations ON organizations.id = memberships.organization_id
WHERE memberships.user_id = {user_id:int64} AND organizations.kind = 'personal'
ORDER BY organizations.id
LIMIT 1
