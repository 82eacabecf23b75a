-- An export that waits or runs ends, and no longer counts.
UPDATE data_requests
SET status = 'failed', error_code = 'cancelled', error_detail = {detail:text}, files = NULL
WHERE user_id = {guard.tenant:int64} AND id = {guard.request_id:int64} AND status IN ('queued', 'running')
