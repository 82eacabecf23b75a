-- What components keep between requests, each under its own name. size_bytes: of key and value together. version: of the
-- component's writes, so that no two values ever had the same. expires_at: null stays.
CREATE TABLE component_key_values (
    component {key_text} NOT NULL,
    key {key_text} NOT NULL,
    value {bytes} NOT NULL,
    size_bytes BIGINT NOT NULL,
    version BIGINT NOT NULL,
    expires_at BIGINT,
    PRIMARY KEY (component, key)
);
CREATE INDEX component_key_values_by_expiry ON component_key_values (expires_at) WHERE expires_at IS NOT NULL;
-- How much of its quota a component uses, expired values included until they are removed. Each write changes its row
-- first: writers of one component follow each other, and none gets past the quota.
CREATE TABLE component_key_value_usage (
    component {key_text} NOT NULL PRIMARY KEY,
    key_count BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL,
    last_version BIGINT NOT NULL
);
