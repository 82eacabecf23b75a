-- Who belongs to an organization, since they joined.
-- column since timestamp
-- column disabled boolean
SELECT people.id AS user_id, people.name, people.email, memberships.role, memberships.created_at AS since,
    people.disabled_at IS NOT NULL AS disabled
FROM memberships JOIN staff_people AS people ON people.id = memberships.user_id
WHERE memberships.organization_id = {organization_id:int64}
ORDER BY memberships.created_at, people.id
LIMIT 500
