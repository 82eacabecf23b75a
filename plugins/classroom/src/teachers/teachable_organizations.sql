-- The organizations for which the caller may pin.
SELECT organization.id, organization.name
FROM memberships AS membership
JOIN organizations AS organization ON organization.id = membership.organization_id
WHERE membership.user_id = {caller.user_id:int64} AND membership.role IN ('owner', 'admin') AND organization.kind <> 'personal'
  AND organization.status = 'active'
ORDER BY organization.id
LIMIT 1000
