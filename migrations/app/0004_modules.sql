-- The module switches. Every change raises version by one, so that a host knows whether what it serves is current.
CREATE TABLE modules (
    key {key_text} PRIMARY KEY NOT NULL,
    enabled BOOLEAN NOT NULL {truth enabled},
    version BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    changed_by TEXT,
    reason TEXT
);

INSERT INTO modules (key, enabled, version, changed_at, changed_by, reason) VALUES
    ('prices', TRUE, 1, 0, NULL, NULL),
    ('lending', TRUE, 1, 0, NULL, NULL),
    ('timeline', TRUE, 1, 0, NULL, NULL),
    ('charts', TRUE, 1, 0, NULL, NULL),
    ('explorer', TRUE, 1, 0, NULL, NULL),
    ('data_downloads', TRUE, 1, 0, NULL, NULL),
    ('research', TRUE, 1, 0, NULL, NULL),
    ('partners', TRUE, 1, 0, NULL, NULL);
