-- What was pinned in the caller's organizations, and what the caller pinned, the newest first.
-- column name_organization, is_member boolean
-- column as_of, pinned_at timestamp
-- column columns, filters, pins json
SELECT assignment.id, assignment.join_code, assignment.title, assignment.instructions, assignment.name_organization,
    assignment.organization_id, organization.organization_name AS organization_name, assignment.pinned_by_user_id, person.name AS pinned_by_name,
    {part.assignment_fields}
FROM classroom_assignments AS assignment
JOIN (SELECT organizations.id AS named_id, organizations.name AS organization_name FROM organizations) AS organization
    ON organization.named_id = assignment.organization_id
LEFT JOIN person_names AS person ON person.user_id = assignment.pinned_by_user_id
WHERE (
    assignment.pinned_by_user_id = {caller.user_id:int64}
    OR assignment.organization_id IN (SELECT own.organization_id FROM memberships AS own WHERE own.user_id = {caller.user_id:int64})
  )
  AND {after(id:int64 desc)}
ORDER BY assignment.id DESC
LIMIT {page.limit}
