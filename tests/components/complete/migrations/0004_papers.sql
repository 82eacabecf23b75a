CREATE TABLE complete__papers (
    organization_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    title TEXT NOT NULL,
    finding TEXT,
    read_at BIGINT,
    version BIGINT NOT NULL,
    PRIMARY KEY (organization_id, id)
);
