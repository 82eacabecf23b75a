-- How much of its quota the objects of a component use: how many there are, and the bytes of them, of uploads that go on
-- (set aside ahead of the bytes) and of what was removed or replaced and is not deleted yet. Each change takes the
-- component's row first: writers of one component follow each other, and none gets past the quota.
CREATE TABLE object_usage (
    component {key_text} NOT NULL PRIMARY KEY,
    object_count BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL
);
-- Whose quota the bytes count against, and how many they are; none and 0 for those of the release before.
ALTER TABLE object_removals ADD COLUMN component {key_text};
ALTER TABLE object_removals ADD COLUMN size_bytes BIGINT NOT NULL DEFAULT 0;
INSERT INTO object_usage (component, object_count, size_bytes)
SELECT component, COUNT(*), COALESCE(SUM(size_bytes), 0) FROM objects GROUP BY component;
