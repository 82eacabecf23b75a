-- The assignment of a join code.
-- column name_organization, is_member boolean
-- column as_of, pinned_at timestamp
-- column columns, filters, pins json
SELECT assignment.id, assignment.join_code, assignment.title, assignment.instructions, assignment.name_organization,
    assignment.organization_id, organization.name AS organization_name, assignment.pinned_by_user_id, person.name AS pinned_by_name,
    {part.assignment_fields}
FROM classroom_assignments AS assignment
JOIN organizations AS organization ON organization.id = assignment.organization_id
LEFT JOIN person_names AS person ON person.user_id = assignment.pinned_by_user_id
WHERE assignment.join_code = {join_code:text}
