-- An organization and what the person is in it; no row for somebody who does not belong to it.
SELECT organizations.id, organizations.name, organizations.kind, organizations.status, organizations.created_at,
    organizations.email_domain, organizations.domain_token, organizations.domain_verified_at, memberships.role
FROM organizations
JOIN memberships ON memberships.organization_id = organizations.id
WHERE organizations.id = {organization_id:int64} AND memberships.user_id = {caller.user_id:int64}
