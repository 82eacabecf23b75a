-- The newest release of each dataset, a correction before what it corrects.
-- column as_of, completed_at timestamp
-- column pins, files json
SELECT release.id, release.dataset, release.month, release.correction, release.reason, release.run, release.pins, release.data_version,
    release.as_of, release.files, release.row_count, release.size_bytes, release.checksum_sha256, release.completed_at
FROM dataset_releases AS release
WHERE release.status = 'ready' AND NOT EXISTS (
    SELECT 1 FROM dataset_releases AS newer
    WHERE newer.dataset = release.dataset AND newer.status = 'ready'
      AND (newer.month > release.month OR (newer.month = release.month AND newer.correction > release.correction)))
ORDER BY release.dataset
LIMIT 500
