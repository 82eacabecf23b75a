-- The job begins the files of its export anew; nothing where the export was cancelled, or is another job's.
UPDATE data_requests
SET status = 'running', run = run + 1, started_at = {now:timestamp}
WHERE id = {id:int64} AND job_id = {job_id:int64} AND status IN ('queued', 'running')
