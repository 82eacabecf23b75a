-- Who belongs to a tenant.
SELECT people.id AS user_id, people.name AS name, people.email AS email, memberships.role AS role,
    memberships.created_at AS since, people.disabled_at AS disabled_at
FROM memberships JOIN staff_people AS people ON people.id = memberships.user_id
WHERE memberships.organization_id = {organization_id:int64}
ORDER BY memberships.created_at, people.id
LIMIT 501
