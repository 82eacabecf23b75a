-- This run of the export failed for good, and no longer counts.
UPDATE data_requests
SET status = 'failed', error_code = {code:text}, error_detail = {detail:text}, files = NULL
WHERE id = {id:int64} AND run = {run:int64} AND status = 'running'
