-- Signing in at providers of OpenID Connect.

-- The account that a provider's person signs in to. provider: key of the configuration, or organization-NUMBER. issuer: an
-- organization that changes its provider keeps no link. email: as the provider last said it.
CREATE TABLE provider_identities (
    provider {key_text} NOT NULL,
    issuer {key_text} NOT NULL,
    subject {key_text} NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    linked_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (provider, issuer, subject)
);
CREATE INDEX provider_identities_by_user ON provider_identities (user_id);

-- The provider of an organization. client_secret: sealed by the host. tested_at: when a test of these settings last passed.
CREATE TABLE organization_single_sign_on (
    organization_id BIGINT PRIMARY KEY NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    issuer TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_secret {bytes} NOT NULL,
    is_enabled BOOLEAN NOT NULL {truth is_enabled},
    tested_at BIGINT,
    updated_at BIGINT NOT NULL
);

-- What components may read of it.
CREATE VIEW organization_single_sign_on_settings AS
SELECT organization_id, issuer, client_id, is_enabled, tested_at, updated_at FROM organization_single_sign_on;

-- A password is always a way in. Those of the configuration are written by the hosts as they start.
INSERT INTO sign_in_providers (key, position, kind, name, is_enabled, version)
VALUES ('password', 0, 'password', 'E-mail and password', TRUE, 1)
ON CONFLICT (key) DO NOTHING;
