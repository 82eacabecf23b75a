-- Releases that no job writes: new ones, and those whose run failed or whose hosts died.
SELECT release.id FROM dataset_releases AS release
WHERE release.status <> 'ready' AND release.run < {most_runs:int64} AND NOT EXISTS (
    SELECT 1 FROM dataset_release_jobs AS job WHERE job.release_id = release.id AND job.state IN ('queued', 'running'))
ORDER BY release.id
LIMIT 30
