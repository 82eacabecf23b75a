-- What merging knows of blocks. A row a version of a block: the version of the document that it came with, and a digest of its kind, body
-- and attributes. A removed block ends in a row without a digest.
CREATE TABLE research__block_changes (
    block_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    page_id BIGINT NOT NULL,
    document_version BIGINT NOT NULL,
    digest BIGINT,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (block_id, version)
);
CREATE INDEX research__block_changes_by_age ON research__block_changes (changed_at);

-- The version of the document in which a block was last moved.
CREATE TABLE research__block_moves (
    block_id BIGINT PRIMARY KEY NOT NULL,
    page_id BIGINT NOT NULL,
    document_version BIGINT NOT NULL,
    moved_at BIGINT NOT NULL
);
CREATE INDEX research__block_moves_by_age ON research__block_moves (moved_at);
