-- A list is of nobody but its members. created_at: microseconds since 1970.
CREATE TABLE reading_lists__lists (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    note TEXT,
    created_at BIGINT NOT NULL
);
CREATE TABLE reading_lists__members (
    list_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    rank TEXT NOT NULL,
    PRIMARY KEY (list_id, user_id)
);
CREATE INDEX reading_lists__members_by_user ON reading_lists__members (user_id);
CREATE TABLE reading_lists__links (
    list_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    url TEXT NOT NULL,
    title TEXT,
    PRIMARY KEY (list_id, position)
);
