-- What an organization has stored: the spaces that its members own, and the files of its assignments. Always one row.
SELECT count(*) AS spaces, CAST(coalesce(sum(storage.used_bytes), 0) AS BIGINT) AS spaces_bytes,
    coalesce(max(storage.used_bytes), 0) AS largest_space_bytes,
    (SELECT CAST(coalesce(sum(assignment.size_bytes), 0) AS BIGINT) FROM classroom_assignments AS assignment
        WHERE assignment.organization_id = {organization_id:int64}) AS assignments_bytes
FROM space_storage AS storage
WHERE storage.space_id IN (
    SELECT owners.space_id
    FROM memberships AS membership JOIN space_members AS owners ON owners.user_id = membership.user_id
    WHERE membership.organization_id = {organization_id:int64} AND owners.role = 'owner')
