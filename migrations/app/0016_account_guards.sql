-- What guards an account beside its password, and the mailed ways in.

-- The shared secret of an authenticator (RFC 6238). Unconfirmed: it was shown, and no code
-- of it was given yet; the confirmed one, if there is one, is asked for meanwhile.
-- last_step: the 30-second step of the newest code that was taken; no code is taken twice.
CREATE TABLE authenticators (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    is_confirmed BOOLEAN NOT NULL {truth is_confirmed},
    secret {bytes} NOT NULL,
    last_step BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, is_confirmed)
);

-- One-time codes for a lost authenticator. hash: SHA-256.
CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash {bytes} NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (user_id, hash)
);

-- A mailed way to a new password; a person has one at most. hash: SHA-256.
CREATE TABLE password_recoveries (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash {bytes} NOT NULL UNIQUE,
    mailed_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- A mailed way into an organization. email_key is the email in lowercase. hash: SHA-256. It can be taken once, until it expires.
CREATE TABLE invitations (
    id {id},
    organization_id BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    email_key {key_text} NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    hash {bytes} NOT NULL UNIQUE,
    invited_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    accepted_at BIGINT,
    UNIQUE (organization_id, email_key)
);
CREATE INDEX invitations_by_expiry ON invitations (expires_at);
