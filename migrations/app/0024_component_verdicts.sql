-- Components whose statements the stores were asked about and would run. fingerprint: SHA-256 of the component's digest,
-- the host's version, the schemas, and what the deployment gives. digest: SHA-256 of the file, in lowercase hex.
CREATE TABLE component_verdicts (
    fingerprint {bytes} PRIMARY KEY NOT NULL,
    digest TEXT NOT NULL,
    verified_at BIGINT NOT NULL
);
