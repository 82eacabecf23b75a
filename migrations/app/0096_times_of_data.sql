-- data_as_of: the time of the newest row that was pinned; null where rows have no time, and of what was pinned before. as_of, which was the
-- clock's, stays for hosts of the version before.
ALTER TABLE classroom_assignments ADD COLUMN data_as_of BIGINT;

-- Drafts have a last day, like exports.
CREATE INDEX data_request_drafts_by_expiry ON data_requests (expires_at) WHERE status = 'draft';
