-- Exports that run. organization_id: whose plan paid. quota_month: YYYY-MM in UTC, in which it counts for its requester unless it fails.
-- row_cap: rows that the plan allowed; null is unlimited. run: raised each time its files are begun anew, and part of their keys. pins:
-- the newest block of each chain, JSON. data_version: what stood for the state of the data when it was written. files: JSON, what was written in each
-- format. cleaned_at: when the files of one that failed or expired were looked for and removed.
ALTER TABLE data_requests ADD COLUMN organization_id BIGINT REFERENCES organizations (id) ON DELETE SET NULL;
ALTER TABLE data_requests ADD COLUMN spreadsheet_safe BOOLEAN NOT NULL DEFAULT FALSE {truth spreadsheet_safe};
ALTER TABLE data_requests ADD COLUMN quota_month TEXT;
ALTER TABLE data_requests ADD COLUMN row_cap BIGINT;
ALTER TABLE data_requests ADD COLUMN job_id BIGINT;
ALTER TABLE data_requests ADD COLUMN run BIGINT NOT NULL DEFAULT 0;
ALTER TABLE data_requests ADD COLUMN pins TEXT;
ALTER TABLE data_requests ADD COLUMN data_version BIGINT;
ALTER TABLE data_requests ADD COLUMN as_of BIGINT;
ALTER TABLE data_requests ADD COLUMN files TEXT;
ALTER TABLE data_requests ADD COLUMN row_count BIGINT;
ALTER TABLE data_requests ADD COLUMN size_bytes BIGINT;
ALTER TABLE data_requests ADD COLUMN checksum_sha256 TEXT;
ALTER TABLE data_requests ADD COLUMN error_code TEXT;
ALTER TABLE data_requests ADD COLUMN error_detail TEXT;
ALTER TABLE data_requests ADD COLUMN queued_at BIGINT;
ALTER TABLE data_requests ADD COLUMN started_at BIGINT;
ALTER TABLE data_requests ADD COLUMN completed_at BIGINT;
ALTER TABLE data_requests ADD COLUMN expires_at BIGINT;
ALTER TABLE data_requests ADD COLUMN cleaned_at BIGINT;
CREATE INDEX data_requests_by_month ON data_requests (user_id, quota_month);
CREATE INDEX data_requests_by_expiry ON data_requests (expires_at) WHERE status = 'completed';
CREATE INDEX data_requests_under_way ON data_requests (id) WHERE status IN ('queued', 'running');
CREATE INDEX data_requests_to_clean ON data_requests (id) WHERE status IN ('failed', 'expired') AND cleaned_at IS NULL;

-- How far the job of an export is, without what it was given.
CREATE VIEW data_request_jobs AS
SELECT request.id AS request_id, job.state AS state, job.progress_done AS written_bytes
FROM data_requests AS request JOIN jobs AS job ON job.id = request.job_id;
