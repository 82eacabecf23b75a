-- What components write with their transactions, for others to act on.

-- Who changed what. actor_user_id: the person it was done as. actor_kind: key, job. before and after: JSON without secrets.
CREATE TABLE audit_entries (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    occurred_at BIGINT NOT NULL,
    organization_id BIGINT,
    actor_kind TEXT NOT NULL,
    actor_user_id BIGINT,
    actor_key_id BIGINT,
    component TEXT COLLATE "C" NOT NULL,
    request_id TEXT NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    target_kind TEXT COLLATE "C" NOT NULL,
    target_id TEXT COLLATE "C" NOT NULL,
    before TEXT,
    after TEXT
);
CREATE INDEX audit_entries_by_organization ON audit_entries (organization_id, id);

-- What organizations' webhook endpoints are told. id: random, the same in every delivery. data: JSON.
CREATE TABLE events (
    id TEXT COLLATE "C" PRIMARY KEY NOT NULL,
    created_at BIGINT NOT NULL,
    component TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    organization_id BIGINT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX events_by_organization ON events (organization_id, created_at);
CREATE INDEX events_by_time ON events (created_at);

-- Work that goes on after an answer. component: whose run-job is called, or `host`. state: queued, running, completed,
-- cancelled or dead. A running one whose leased_until is over belongs to nobody: the next host takes it.
CREATE TABLE jobs (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    component TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    arguments TEXT NOT NULL,
    organization_id BIGINT,
    user_id BIGINT,
    unique_key TEXT COLLATE "C",
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'cancelled', 'dead')),
    run_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    max_attempts BIGINT NOT NULL,
    lease_holder TEXT COLLATE "C",
    leased_until BIGINT,
    is_cancel_asked BOOLEAN NOT NULL,
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
    component TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    enqueued_for BIGINT NOT NULL,
    PRIMARY KEY (component, name)
);

-- Which of their own migrations were applied for which component. digest: SHA-256 of the text.
CREATE TABLE component_migrations (
    component TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    digest BYTEA NOT NULL,
    applied_at BIGINT NOT NULL,
    PRIMARY KEY (component, name)
);
