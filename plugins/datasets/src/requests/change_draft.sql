-- A draft of the caller's as it is now; nothing where it is no draft any more.
UPDATE data_requests
SET name = {name:text}, columns = {columns:text}, filters = {filters:text}, formats = {formats:text},
    spreadsheet_safe = {spreadsheet_safe:boolean}, estimated_rows = {estimated_rows:int64?}, estimated_bytes = {estimated_bytes:int64?},
    estimated_seconds = {estimated_seconds:int64?}, warning = {warning:text?}, expires_at = {expires_at:timestamp}
WHERE user_id = {guard.tenant:int64} AND id = {guard.request_id:int64} AND status = 'draft'
