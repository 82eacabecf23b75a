-- The files of this run are the export's; nothing where it was cancelled, or another host has begun it anew.
UPDATE data_requests
SET status = 'completed', files = {files:text}, row_count = {row_count:int64}, size_bytes = {size_bytes:int64},
    checksum_sha256 = {checksum_sha256:text}, data_version = {data_version:int64}, as_of = {as_of:timestamp?}, completed_at = {now:timestamp},
    expires_at = {expires_at:timestamp}
WHERE id = {id:int64} AND run = {run:int64} AND status = 'running'
