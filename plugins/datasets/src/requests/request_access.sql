-- A data request, for whoever built it and for those who share an organization with them.
SELECT request.user_id AS tenant, request.id AS request_id,
    CASE WHEN request.user_id = {caller.user_id:int64} THEN 'requester' ELSE 'colleague' END AS rank
FROM data_requests AS request
WHERE request.id = {path.id:int64}
  AND (request.user_id = {caller.user_id:int64} OR EXISTS (
    SELECT 1
    FROM memberships AS mine
    JOIN memberships AS theirs ON theirs.organization_id = mine.organization_id
    JOIN organizations AS shared ON shared.id = mine.organization_id
    WHERE mine.user_id = {caller.user_id:int64} AND theirs.user_id = request.user_id AND shared.status = 'active'))
