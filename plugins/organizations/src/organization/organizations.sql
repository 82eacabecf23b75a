-- The organizations that a person belongs to, the institutions first.
SELECT organizations.id, organizations.name, organizations.kind, organizations.status, memberships.role
FROM memberships
JOIN organizations ON organizations.id = memberships.organization_id
WHERE memberships.user_id = {caller.user_id:int64}
ORDER BY organizations.kind, organizations.name, organizations.id
LIMIT 501
