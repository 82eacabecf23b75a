-- The assignment of that code, for owners and admins of its organization.
SELECT assignment.organization_id AS tenant, assignment.id AS assignment_id
FROM classroom_assignments AS assignment
JOIN memberships AS membership ON membership.organization_id = assignment.organization_id
JOIN organizations AS organization ON organization.id = assignment.organization_id
WHERE assignment.join_code = {path.join_code:text} AND membership.user_id = {caller.user_id:int64}
  AND membership.role IN ('owner', 'admin') AND organization.status = 'active'
