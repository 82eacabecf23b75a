-- Exports that people build: of which dataset, which columns and which rows. A draft is an export that has not run. columns, filters
-- and formats are JSON, as they were understood; the estimate is the warehouse's, of when the draft was made, and null where there was
-- none.
CREATE TABLE data_requests (
    id {id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    dataset TEXT NOT NULL,
    name TEXT NOT NULL,
    columns TEXT NOT NULL,
    filters TEXT NOT NULL,
    formats TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('draft', 'queued', 'running', 'completed', 'failed', 'expired')),
    estimated_rows BIGINT,
    estimated_bytes BIGINT,
    estimated_seconds BIGINT,
    warning TEXT,
    created_at BIGINT NOT NULL,
    CHECK ((estimated_rows IS NULL) = (estimated_bytes IS NULL)),
    CHECK ((estimated_rows IS NULL) = (estimated_seconds IS NULL))
);
CREATE INDEX data_requests_by_user ON data_requests (user_id, id);
