-- The newest that the reader built.
{part.data_request_fields}
WHERE request.user_id = {caller.user_id:int64}
ORDER BY request.id DESC
LIMIT 5
