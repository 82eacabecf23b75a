CREATE TABLE field_notes__notes (
    organization_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    written_at BIGINT NOT NULL,
    PRIMARY KEY (organization_id, title)
);
