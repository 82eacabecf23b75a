-- What came of writes of signed-in people that brought a request_key, by the tenant that the route's guard found: "space 3", or
-- "own COMPONENT 3". The other columns are as those of idempotency_keys.
CREATE TABLE request_keys (
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint {bytes} NOT NULL,
    status BIGINT,
    is_refusal BOOLEAN {truth is_refusal},
    body {bytes},
    location TEXT,
    claimed_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (tenant, key)
);
CREATE INDEX request_keys_by_expiry ON request_keys (expires_at);
