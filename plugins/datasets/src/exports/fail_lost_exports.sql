-- Exports whose jobs ended without a word: given up after a host died too often, or removed from the queue.
UPDATE data_requests
SET status = 'failed', error_code = 'lost', error_detail = {detail:text}, files = NULL
WHERE status IN ('queued', 'running') AND NOT EXISTS (
    SELECT 1 FROM data_request_jobs AS job WHERE job.request_id = data_requests.id AND job.state IN ('queued', 'running'))
