-- The organization that the body names, for its owners and admins, unless it is personal or suspended.
SELECT organization.id AS tenant
FROM organizations AS organization
JOIN memberships AS membership ON membership.organization_id = organization.id
WHERE organization.id = {body.organization_id:int64?} AND membership.user_id = {caller.user_id:int64}
  AND membership.role IN ('owner', 'admin') AND organization.kind <> 'personal' AND organization.status = 'active'
