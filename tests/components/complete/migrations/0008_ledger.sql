CREATE TABLE complete__ledger_lines (
    shelf_id BIGINT NOT NULL,
    line BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (shelf_id, line)
);
