-- The jobs that write these releases.
UPDATE dataset_releases SET job_id = queued.job_id
FROM {queued:rows(id int64, job_id int64)} AS queued
WHERE dataset_releases.id = queued.id AND dataset_releases.status <> 'ready'
