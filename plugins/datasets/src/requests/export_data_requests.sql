-- column created_at timestamp
-- column columns, filters, formats json
SELECT dataset, name, status, columns, filters, formats, estimated_rows, estimated_bytes, warning, created_at
FROM data_requests WHERE user_id = {user_id:int64} ORDER BY id
