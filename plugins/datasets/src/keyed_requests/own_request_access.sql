-- An export that the member built who minted the key.
SELECT request.user_id AS tenant, request.id AS request_id
FROM data_requests AS request
WHERE request.id = {path.id:int64} AND request.user_id = {caller.user_id:int64}
