-- What people see and change of their own accounts.

-- When the lockout of a pair was last written into the audit log. pair: as in sign_in_failures.
CREATE TABLE sign_in_lockouts (
    pair {bytes} PRIMARY KEY NOT NULL,
    noted_at BIGINT NOT NULL
);
CREATE INDEX sign_in_lockouts_by_time ON sign_in_lockouts (noted_at);

-- The newest export of what is held of a person. job_id: the job that makes it. ready_at, expires_at, size_bytes: of the file,
-- once it is there.
CREATE TABLE account_exports (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    job_id BIGINT NOT NULL,
    requested_at BIGINT NOT NULL,
    ready_at BIGINT,
    expires_at BIGINT,
    size_bytes BIGINT
);

-- What components may read of people and sessions: everything but what opens a door.
CREATE VIEW people AS
SELECT id, email, name, platform_tier, disabled_at, created_at FROM users;

CREATE VIEW session_list AS
SELECT id, user_id, signed_in_by, client, address, user_agent, created_at, last_seen_at, expires_at, acting_as_user_id,
       acting_until
FROM sessions;
