SELECT organizations.id AS id, organizations.name AS name, organizations.kind AS kind,
       organizations.status AS status, memberships.role AS role
FROM memberships
JOIN organizations ON organizations.id = memberships.organization_id
WHERE memberships.user_id = {caller.user_id:int64}
ORDER BY organizations.id
LIMIT 500
