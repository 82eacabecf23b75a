-- The request that the guard found.
-- column created_at timestamp
-- column columns, filters, formats json
SELECT request.id, request.user_id, person.name AS requester_name, request.status, request.dataset, request.name, request.columns,
    request.filters, request.formats, request.estimated_rows, request.estimated_bytes, request.estimated_seconds, request.warning,
    request.created_at
FROM data_requests AS request
LEFT JOIN person_names AS person ON person.user_id = request.user_id
WHERE request.user_id = {guard.tenant:int64} AND request.id = {guard.request_id:int64}
