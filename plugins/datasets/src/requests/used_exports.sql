-- Exports of the caller that count in a month: one that failed does not.
SELECT count(*) AS used
FROM data_requests
WHERE user_id = {caller.user_id:int64} AND quota_month = {month:text} AND status <> 'failed'
