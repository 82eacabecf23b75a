-- Who is signed in, and what keeps guessers out.

-- A browser that a person signed in with. token_hash: SHA-256 of the cookie, changed at sign-in, refresh and every change of
-- what the session may do. expires_at: the end, whatever happens; it ends earlier when nobody came since last_seen_at for the
-- configured time, until a refresh wakes it up. sudo_until: the password was given not long ago. acting_as_user_id, acting_until:
-- staff look at the service as this person until then; user_id stays the member of staff.
CREATE TABLE sessions (
    id {id},
    token_hash {bytes} NOT NULL UNIQUE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    signed_in_by TEXT NOT NULL CHECK (signed_in_by IN ('password', 'provider', 'invitation', 'recovery')),
    client TEXT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    sudo_until BIGINT,
    acting_as_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    acting_until BIGINT
);
CREATE INDEX sessions_by_user ON sessions (user_id, id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The refresh tokens of a session are one family. hash: SHA-256. used_at: then its one successor was made, for the client at
-- used_from.
CREATE TABLE refresh_tokens (
    hash {bytes} PRIMARY KEY NOT NULL,
    session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    used_from TEXT
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

-- Tries to give a password or a code that were wrong, or are being checked. pair: SHA-256 of account and address, known or not.
CREATE TABLE sign_in_failures (
    id {id},
    pair {bytes} NOT NULL,
    failed_at BIGINT NOT NULL
);
CREATE INDEX sign_in_failures_by_pair ON sign_in_failures (pair, failed_at);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (failed_at);

-- Networks that a person signed in from: one that is not here is told by mail.
CREATE TABLE sign_in_places (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    network {key_text} NOT NULL,
    last_seen_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, network)
);

-- Tickets for one connection to /cable each. hash: SHA-256.
CREATE TABLE cable_tickets (
    hash {bytes} PRIMARY KEY NOT NULL,
    session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX cable_tickets_by_expiry ON cable_tickets (expires_at);
