-- The job begins the files of its release anew; nothing where it is ready, or is another job's. A correction has the pins of what it corrects.
UPDATE dataset_releases
SET status = 'running', run = run + 1, pins = COALESCE(pins, {pins:text}), as_of = NULL, error_code = NULL, error_detail = NULL
WHERE id = {id:int64} AND job_id = {job_id:int64} AND status <> 'ready'
