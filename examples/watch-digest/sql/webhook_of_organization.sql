-- Where a job posts a digest; none once one of that day or a later one was posted.
SELECT url
FROM watch_digest__webhooks
WHERE organization_id = {organization_id:int64} AND (posted_day IS NULL OR posted_day < {day:text})
