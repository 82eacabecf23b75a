-- What the organization has pinned.
SELECT count(*) AS assignments, CAST(COALESCE(sum(size_bytes), 0) AS BIGINT) AS bytes
FROM classroom_assignments
WHERE organization_id = {guard.tenant:int64}
