-- API keys. The key itself is shown once and not kept: hash is its SHA-256, hint its last four characters.
-- scopes: words separated by one space. ip_allow_list: a JSON array of addresses and networks, null for any address.
CREATE TABLE api_keys (
    id {id},
    organization_id BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hint TEXT NOT NULL,
    hash {bytes} NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    ip_allow_list TEXT,
    environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
);
CREATE INDEX api_keys_by_organization ON api_keys (organization_id, id);
