CREATE TABLE bench_capabilities__notes (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY, organization_id BIGINT NOT NULL, title TEXT NOT NULL
);
