-- Secrets that all hosts of a deployment share (cursor keys, …), made at first need. The highest version signs, the
-- others are still accepted while a rotation overlaps.
CREATE TABLE deployment_secrets (
    purpose {key_text} NOT NULL,
    version BIGINT NOT NULL,
    secret {bytes} NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (purpose, version)
);
