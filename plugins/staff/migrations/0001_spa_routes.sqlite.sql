-- Pages of the web application that were ever switched; one that is not here is on.
CREATE TABLE staff__spa_routes (
    key TEXT PRIMARY KEY NOT NULL,
    enabled BOOLEAN NOT NULL CHECK (enabled IN (0, 1)),
    changed_at BIGINT NOT NULL,
    changed_by_user_id BIGINT,
    reason TEXT
);
