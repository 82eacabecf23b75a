-- What came of keyed writes that were sent with an Idempotency-Key. fingerprint: SHA-256 of what was asked. A null status:
-- the write is being made since claimed_at. is_refusal: body is a published error, else it is the answer's body.
CREATE TABLE idempotency_keys (
    api_key_id BIGINT NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    fingerprint {bytes} NOT NULL,
    status BIGINT,
    is_refusal BOOLEAN {truth is_refusal},
    body {bytes},
    claimed_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (api_key_id, key)
);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
