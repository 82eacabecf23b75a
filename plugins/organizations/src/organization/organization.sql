-- The organization and what it has subscribed to; invitations are those that nobody has taken.
-- column created_at, domain_verified_at timestamp
SELECT organizations.id, organizations.name, organizations.kind, organizations.status,
    organizations.created_at, organizations.email_domain, organizations.domain_token, organizations.domain_verified_at,
    plans.key AS plan_key, plans.name AS plan_name,
    (SELECT count(*) FROM memberships WHERE organization_id = {guard.tenant:int64}) AS member_count,
    (SELECT count(*) FROM invitation_list
     WHERE organization_id = {guard.tenant:int64} AND accepted_at IS NULL) AS invitation_count
FROM organizations
JOIN plans ON plans.key = organizations.plan_key
WHERE organizations.id = {guard.tenant:int64}
