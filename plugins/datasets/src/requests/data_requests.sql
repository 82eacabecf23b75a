-- What the reader built, the newest first.
{part.data_request_fields}
WHERE request.user_id = {caller.user_id:int64} AND {after(id:int64 desc)}
ORDER BY request.id DESC
LIMIT {page.limit}
