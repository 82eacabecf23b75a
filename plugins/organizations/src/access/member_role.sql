-- An organization, and what the caller is in it: null for somebody who does not belong to it.
SELECT organizations.id AS tenant, memberships.role AS rank,
    CASE WHEN memberships.role IS NOT NULL AND organizations.status <> 'active' THEN 'suspended' END AS refusal
FROM organizations
LEFT JOIN memberships ON memberships.organization_id = organizations.id AND memberships.user_id = {caller.user_id:int64}
WHERE organizations.id = {path.organization_id:int64}
