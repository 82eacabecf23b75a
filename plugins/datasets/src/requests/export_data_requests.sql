-- column spreadsheet_safe boolean
-- column created_at, queued_at, completed_at, expires_at timestamp
-- column columns, filters, formats, files json
SELECT dataset, name, status, columns, filters, formats, spreadsheet_safe, estimated_rows, estimated_bytes, warning, row_count, size_bytes,
    checksum_sha256, files, error_code, created_at, queued_at, completed_at, expires_at
FROM data_requests WHERE user_id = {user_id:int64} ORDER BY id
