CREATE TABLE bench_capabilities__notes (id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id BIGINT NOT NULL, title TEXT NOT NULL);
