-- The files of this run are the release's; nothing where another host has begun it anew.
UPDATE dataset_releases
SET status = 'ready', files = {files:text}, row_count = {row_count:int64}, size_bytes = {size_bytes:int64},
    checksum_sha256 = {checksum_sha256:text}, data_version = {data_version:int64}, as_of = {as_of:timestamp?}, completed_at = {now:timestamp}
WHERE id = {id:int64} AND run = {run:int64} AND status = 'running'
