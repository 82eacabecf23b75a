-- The organizations whose assignments take most, largest first.
SELECT organization.id, organization.name, held.assignment_count, held.used_bytes
FROM (
    SELECT assignment.organization_id, count(*) AS assignment_count, CAST(sum(assignment.size_bytes) AS BIGINT) AS used_bytes
    FROM classroom_assignments AS assignment GROUP BY assignment.organization_id
) AS held
JOIN organizations AS organization ON organization.id = held.organization_id
ORDER BY held.used_bytes DESC, organization.id
LIMIT 20
