-- Bytes of kept answers to writes with an Idempotency-Key, by the organization whose keys made the writes. gone_at: the full hour by which the
-- answers that were counted here have expired. A host of the release before counts none.
CREATE TABLE idempotency_bytes (
    organization_id BIGINT NOT NULL,
    gone_at BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL,
    PRIMARY KEY (organization_id, gone_at)
);
CREATE INDEX idempotency_bytes_by_end ON idempotency_bytes (gone_at);

-- Bytes of events, letters, jobs and audit entries that components have written for others to act on, by who pays for them: `component:NAME`
-- or `organization:ID`. gone_at: the full day by which what was counted here is thirty days old. A host of the release before counts none.
CREATE TABLE outbox_bytes (
    payer {key_text} NOT NULL,
    gone_at BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL,
    PRIMARY KEY (payer, gone_at)
);
CREATE INDEX outbox_bytes_by_end ON outbox_bytes (gone_at);
