-- This run of the release failed: the next hour tries it again, so often and no more.
UPDATE dataset_releases
SET status = 'failed', error_code = {code:text}, error_detail = {detail:text}
WHERE id = {id:int64} AND run = {run:int64} AND status = 'running'
