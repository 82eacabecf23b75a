-- A release that is ready.
-- column as_of, completed_at timestamp
-- column pins, files json
SELECT release.id, release.dataset, release.month, release.correction, release.reason, release.run, release.pins, release.data_version,
    release.as_of, release.files, release.row_count, release.size_bytes, release.checksum_sha256, release.completed_at
FROM dataset_releases AS release
WHERE release.dataset = {dataset:text} AND release.month = {month:text} AND release.correction = {correction:int64}
  AND release.status = 'ready'
