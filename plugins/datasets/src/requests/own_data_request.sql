-- One that the caller built.
{part.data_request_fields}
WHERE request.user_id = {caller.user_id:int64} AND request.id = {id:int64}
