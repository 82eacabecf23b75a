-- What a plan allows. A null allowance is unlimited. The four rows are the embedded default; staff can change them.
CREATE TABLE plans (
    key {key_text} PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    api_access BOOLEAN NOT NULL {truth api_access},
    api_requests_per_hour BIGINT CHECK (api_requests_per_hour >= 0),
    mcp_calls_per_day BIGINT CHECK (mcp_calls_per_day >= 0),
    saved_views BIGINT CHECK (saved_views >= 0),
    favourites BIGINT CHECK (favourites >= 0),
    alerts BIGINT CHECK (alerts >= 0),
    extra_spaces BIGINT CHECK (extra_spaces >= 0),
    data_downloads BOOLEAN NOT NULL {truth data_downloads},
    exports_per_month BIGINT CHECK (exports_per_month >= 0),
    rows_per_export BIGINT CHECK (rows_per_export >= 0)
);

INSERT INTO plans (
    key, name, api_access, api_requests_per_hour, mcp_calls_per_day, saved_views, favourites, alerts, extra_spaces,
    data_downloads, exports_per_month, rows_per_export
) VALUES
    ('free', 'Free', FALSE, 0, 0, 5, 10, 3, 0, FALSE, 0, 0),
    ('researcher', 'Researcher', TRUE, 1000, 500, 50, 100, 25, 5, TRUE, 20, 1000000),
    ('team', 'Team', TRUE, 5000, 5000, 500, 500, 200, 50, TRUE, 200, 10000000),
    ('institution', 'Institution', TRUE, 50000, 50000, NULL, NULL, NULL, NULL, TRUE, 2000, 100000000);
