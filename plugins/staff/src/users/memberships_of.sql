-- Where people belong, their own organization first.
SELECT memberships.user_id, memberships.role, organizations.id, organizations.name, organizations.kind
FROM memberships JOIN organizations ON organizations.id = memberships.organization_id
WHERE memberships.user_id IN ({user_ids:int64[]})
ORDER BY memberships.user_id, organizations.kind DESC, organizations.id
LIMIT 10000
