-- Monthly releases of datasets. month: YYYY-MM in UTC; correction: 0 of the first, and a correction has its reason. pins: JSON, the
-- newest block of each chain; files: JSON, what was written in each format. run: raised each time that the files are begun anew, and part of
-- their keys. A release that is ready never changes.
CREATE TABLE dataset_releases (
    id {id},
    dataset {key_text} NOT NULL,
    month {key_text} NOT NULL,
    correction BIGINT NOT NULL DEFAULT 0,
    reason TEXT,
    status {key_text} NOT NULL CHECK (status IN ('queued', 'running', 'ready', 'failed')),
    run BIGINT NOT NULL DEFAULT 0,
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
