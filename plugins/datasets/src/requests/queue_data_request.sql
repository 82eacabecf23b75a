-- A draft of the caller's becomes an export that waits for its turn; nothing where it is no draft any more.
UPDATE data_requests
SET status = 'queued', organization_id = {caller.organization_id:int64}, quota_month = {month:text}, row_cap = {row_cap:int64?},
    job_id = {job_id:int64}, pins = {pins:text}, expires_at = NULL, queued_at = {now:timestamp}
WHERE user_id = {caller.user_id:int64} AND id = {id:int64} AND status = 'draft'
