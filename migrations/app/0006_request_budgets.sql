-- What each key was granted in the newest clock hour it was used in. hour: whole hours since 1970-01-01T00:00Z; it never
-- goes back. granted: requests that hosts took for the key, spent or still in a host's hand. lease: how many of them the
-- newest statement took.
CREATE TABLE request_budgets (
    key_id BIGINT PRIMARY KEY NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
    hour BIGINT NOT NULL,
    granted BIGINT NOT NULL CHECK (granted >= 0),
    lease BIGINT NOT NULL CHECK (lease >= 0)
);
CREATE INDEX request_budgets_by_hour ON request_budgets (hour);

-- The hosts that count requests. beats grows while a host lives, so that others can tell without comparing clocks.
CREATE TABLE budget_hosts (
    id {key_text} PRIMARY KEY NOT NULL,
    beats BIGINT NOT NULL
);
