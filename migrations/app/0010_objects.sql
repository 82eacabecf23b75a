-- What is known of each stored object; its bytes lie in the object store under location. An object exists once its row
-- does. sha256: of all its bytes. A null expires_at: kept until it is removed.
CREATE TABLE objects (
    component {key_text} NOT NULL,
    key {key_text} NOT NULL,
    location TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    sha256 {bytes} NOT NULL,
    content_type TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    PRIMARY KEY (component, key)
);
CREATE INDEX objects_by_expiry ON objects (expires_at);

-- Bytes that no row names: an upload that goes on or was given up, an object that was removed or replaced. They are
-- deleted once due_at has passed, so that whoever reads or writes them now can end.
CREATE TABLE object_removals (
    location {key_text} PRIMARY KEY,
    due_at BIGINT NOT NULL
);
CREATE INDEX object_removals_by_due ON object_removals (due_at);
