CREATE TABLE complete__shelves (
    id BIGINT NOT NULL PRIMARY KEY,
    organization_id BIGINT NOT NULL
);
CREATE TABLE complete__shelf_members (
    shelf_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    rank TEXT NOT NULL,
    PRIMARY KEY (shelf_id, user_id)
);
CREATE TABLE complete__sheets (
    id BIGINT NOT NULL PRIMARY KEY,
    shelf_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    version BIGINT NOT NULL
);
CREATE TABLE complete__remarks (
    id BIGINT NOT NULL PRIMARY KEY,
    sheet_id BIGINT NOT NULL,
    text TEXT NOT NULL
);
