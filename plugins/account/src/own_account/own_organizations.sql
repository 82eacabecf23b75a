-- Where the person belongs.
SELECT organizations.id, organizations.name, organizations.kind, organizations.status, memberships.role
FROM memberships
JOIN organizations ON organizations.id = memberships.organization_id
WHERE memberships.user_id = {caller.user_id:int64}
ORDER BY organizations.id
LIMIT 500
