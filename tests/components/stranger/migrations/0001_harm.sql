CREATE TABLE stranger__harm (
    kind TEXT NOT NULL PRIMARY KEY,
    amount BIGINT NOT NULL
);
CREATE TABLE stranger__accounts (
    user_id BIGINT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    harm BIGINT NOT NULL CHECK (harm = 0)
);
