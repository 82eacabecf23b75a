-- Monthly releases of datasets. month: YYYY-MM in UTC; correction: 0 of the first, and a correction has its reason. pins: JSON, the
-- newest block of each chain; files: JSON, what was written in each format. run: raised each time that the files are begun anew, and part of
-- their keys. job_id: the job that writes it. A release that is ready never changes.
CREATE TABLE dataset_releases (
    id {id},
    dataset {key_text} NOT NULL,
    month {key_text} NOT NULL,
    correction BIGINT NOT NULL DEFAULT 0,
    reason TEXT,
    status {key_text} NOT NULL CHECK (status IN ('queued', 'running', 'ready', 'failed')),
    run BIGINT NOT NULL DEFAULT 0,
    job_id BIGINT,
    pins TEXT,
    data_version BIGINT,
    as_of BIGINT,
    files TEXT,
    row_count BIGINT,
    size_bytes BIGINT,
    checksum_sha256 TEXT,
    error_code TEXT,
    error_detail TEXT,
    created_at BIGINT NOT NULL,
    completed_at BIGINT,
    CHECK ((correction = 0) = (reason IS NULL)),
    UNIQUE (dataset, month, correction)
);

-- Rows of the file that the job writes now.
ALTER TABLE jobs ADD COLUMN progress_rows BIGINT;
DROP VIEW data_request_jobs;
CREATE VIEW data_request_jobs AS
SELECT request.id AS request_id, job.state AS state, job.progress_done AS written_bytes, job.progress_rows AS written_rows
FROM data_requests AS request JOIN jobs AS job ON job.id = request.job_id;

-- Releases whose jobs wait or run.
CREATE VIEW dataset_release_jobs AS
SELECT release.id AS release_id, job.state AS state
FROM dataset_releases AS release JOIN jobs AS job ON job.id = release.job_id;
