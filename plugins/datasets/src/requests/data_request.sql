-- The request that the guard found.
{part.data_request_fields}
WHERE request.user_id = {guard.tenant:int64} AND request.id = {guard.request_id:int64}
