CREATE TABLE complete__blocks (
    organization_id BIGINT NOT NULL,
    page_id BIGINT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    parent TEXT,
    position BIGINT NOT NULL,
    PRIMARY KEY (organization_id, page_id, id)
);
