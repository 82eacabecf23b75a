-- The organizations for which the caller may pin, with the bytes of what each has pinned.
SELECT organization.id, organization.name,
    (SELECT CAST(COALESCE(sum(assignment.size_bytes), 0) AS BIGINT) FROM classroom_assignments AS assignment
        WHERE assignment.organization_id = organization.id) AS used_bytes
FROM memberships AS membership
JOIN organizations AS organization ON organization.id = membership.organization_id
WHERE membership.user_id = {caller.user_id:int64} AND membership.role IN ('owner', 'admin') AND organization.kind <> 'personal'
  AND organization.status = 'active'
ORDER BY organization.id
LIMIT 1000
