INSERT INTO data_requests (user_id, dataset, name, columns, filters, formats, spreadsheet_safe, status, estimated_rows, estimated_bytes,
    estimated_seconds, warning, created_at, expires_at)
VALUES ({caller.user_id:int64}, {dataset:text}, {name:text}, {columns:text}, {filters:text}, {formats:text}, {spreadsheet_safe:boolean},
    'draft', {estimated_rows:int64?}, {estimated_bytes:int64?}, {estimated_seconds:int64?}, {warning:text?}, {now:timestamp}, {expires_at:timestamp})
RETURNING id
