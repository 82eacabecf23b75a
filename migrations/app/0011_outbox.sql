-- What components write with their transactions, for others to act on.

-- Who changed what. actor_user_id: the person it was done as. actor_kind: key, job. before and after: JSON without secrets.
CREATE TABLE audit_entries (
    id {id},
    occurred_at BIGINT NOT NULL,
    organization_id BIGINT,
    actor_kind TEXT NOT NULL,
    actor_user_id BIGINT,
    actor_key_id BIGINT,
    component {key_text} NOT NULL,
    request_id TEXT NOT NULL,
    action {key_text} NOT NULL,
    target_kind {key_text} NOT NULL,
    target_id {key_text} NOT NULL,
    before TEXT,
    after TEXT
);
CREATE INDEX audit_entries_by_organization ON audit_entries (organization_id, id);

-- What organizations' webhook endpoints are told. id: random, the same in every delivery. data: JSON.
CREATE TABLE events (
    id {key_text} PRIMARY KEY NOT NULL,
    created_at BIGINT NOT NULL,
    component {key_text} NOT NULL,
    name {key_text} NOT NULL,
    organization_id BIGINT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX events_by_organization ON events (organization_id, created_at);
CREATE INDEX events_by_time ON events (created_at);

-- Work that goes on after an answer. component: whose run-job is called, or `host`. state: queued, running, completed,
-- cancelled or dead. A running one whose leased_until is over belongs to nobody: the next host takes it.
CREATE TABLE jobs (
    id {id},
    component {key_text} NOT NULL,
    name {key_text} NOT NULL,
    arguments TEXT NOT NULL,
    organization_id BIGINT,
    user_id BIGINT,
    unique_key {key_text},
    state {key_text} NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'cancelled', 'dead')),
    run_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    max_attempts BIGINT NOT NULL,
    lease_holder {key_text},
    leased_until BIGINT,
    is_cancel_asked BOOLEAN NOT NULL {truth is_cancel_asked},
    progress_done BIGINT NOT NULL,
    progress_total BIGINT,
    last_failure TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX jobs_waiting ON jobs (run_at) WHERE state = 'queued';
CREATE INDEX jobs_leased ON jobs (leased_until) WHERE state = 'running';
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE state IN ('completed', 'cancelled', 'dead');
CREATE UNIQUE INDEX jobs_by_unique_key ON jobs (component, name, unique_key) WHERE state IN ('queued', 'running');

-- When a scheduled job was last enqueued: the multiple of its interval, in microseconds.
CREATE TABLE job_schedules (
    component {key_text} NOT NULL,
    name {key_text} NOT NULL,
    enqueued_for BIGINT NOT NULL,
    PRIMARY KEY (component, name)
);

-- Which of their own migrations were applied for which component. digest: SHA-256 of the text.
CREATE TABLE component_migrations (
    component {key_text} NOT NULL,
    name {key_text} NOT NULL,
    digest {bytes} NOT NULL,
    applied_at BIGINT NOT NULL,
    PRIMARY KEY (component, name)
);
