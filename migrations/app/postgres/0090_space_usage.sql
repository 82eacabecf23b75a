-- How many bytes each space holds: of its pages, their blocks and versions, the words by which they are found, drafts, comments,
-- templates, saved copies, published and shared copies, notes, and files that were sent. A row counts the bytes of its texts and 100 for
-- itself, a file what was signed for it. Triggers count, so nothing that changes these tables goes uncounted, cascades included.
-- The bytes of a space are the sum of size_bytes over its rows here.
-- Each statement adds a row with its difference, so that writers of one space never wait for each other here; the host folds the rows
-- of a space into one. No foreign key, which would make them wait for whoever deletes the space: the host removes what is left of it.
CREATE TABLE space_usage (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    space_id BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL
);
CREATE INDEX space_usage_by_space ON space_usage (space_id, size_bytes);

DO $outer$
DECLARE
    counted RECORD;
BEGIN
    FOR counted IN
        SELECT name, bytes FROM (VALUES
            ('research_pages', 'octet_length(title) + coalesce(octet_length(finding), 0) + 100'),
            ('research_blocks', 'octet_length(body) + octet_length(attrs) + 100'),
            ('research_block_versions', 'octet_length(body) + octet_length(attrs) + 100'),
            ('research_page_versions', 'octet_length(title) + coalesce(octet_length(name), 0) + octet_length(blocks) + 100'),
            ('research_drafts', 'octet_length(document) + 100'),
            ('research_comments', 'octet_length(body) + coalesce(octet_length(block_text), 0) + 100'),
            ('research_templates', 'octet_length(name) + octet_length(blocks) + 100'),
            ('research_terms', 'octet_length(term) + 100'),
            ('research_views', 'octet_length(name) + octet_length(settings) + 100'),
            ('research_annotations', 'octet_length(target_field) + octet_length(content) + 100'),
            ('research_uploads', 'octet_length(file_name) + size_bytes + 100'),
            ('saved_items', 'octet_length(snapshot) + coalesce(octet_length(note), 0) + 100'),
            ('published_pages', 'octet_length(title) + octet_length(body) + octet_length(blocks) + octet_length(citations) + octet_length(files) + 100'),
            ('page_review_links', 'octet_length(title) + octet_length(body) + octet_length(blocks) + octet_length(citations) + octet_length(files) + 100'),
            ('space_property_values', 'coalesce(octet_length(text_value), 0) + 100'),
            ('value_notes', 'octet_length(content) + 100')
        ) AS list (name, bytes)
    LOOP
        EXECUTE format($make$
            INSERT INTO space_usage (space_id, size_bytes)
            SELECT space_id, sum(%2$s) FROM %1$I WHERE space_id IS NOT NULL GROUP BY space_id;

            CREATE FUNCTION %3$I() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                INSERT INTO space_usage (space_id, size_bytes)
                SELECT changed.space_id, changed.bytes
                FROM (SELECT space_id, sum(%2$s) AS bytes FROM added GROUP BY space_id) AS changed
                WHERE EXISTS (SELECT 1 FROM spaces WHERE spaces.id = changed.space_id);
                RETURN NULL;
            END $body$;
            CREATE TRIGGER %3$I AFTER INSERT ON %1$I REFERENCING NEW TABLE AS added
                FOR EACH STATEMENT EXECUTE FUNCTION %3$I();

            CREATE FUNCTION %4$I() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                INSERT INTO space_usage (space_id, size_bytes)
                SELECT changed.space_id, changed.bytes
                FROM (SELECT space_id, -sum(%2$s) AS bytes FROM removed GROUP BY space_id) AS changed
                WHERE EXISTS (SELECT 1 FROM spaces WHERE spaces.id = changed.space_id);
                RETURN NULL;
            END $body$;
            CREATE TRIGGER %4$I AFTER DELETE ON %1$I REFERENCING OLD TABLE AS removed
                FOR EACH STATEMENT EXECUTE FUNCTION %4$I();

            CREATE FUNCTION %5$I() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                INSERT INTO space_usage (space_id, size_bytes)
                SELECT changed.space_id, changed.bytes
                FROM (SELECT space_id, sum(bytes) AS bytes
                      FROM (SELECT space_id, %2$s AS bytes FROM added
                            UNION ALL SELECT space_id, -(%2$s) FROM removed) AS both_ways
                      GROUP BY space_id HAVING sum(bytes) <> 0) AS changed
                WHERE EXISTS (SELECT 1 FROM spaces WHERE spaces.id = changed.space_id);
                RETURN NULL;
            END $body$;
            CREATE TRIGGER %5$I AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS removed NEW TABLE AS added
                FOR EACH STATEMENT EXECUTE FUNCTION %5$I();
        $make$, counted.name, counted.bytes, counted.name || '_added', counted.name || '_removed', counted.name || '_changed');
    END LOOP;
END $outer$;

-- What a person has sent and no block names yet, so that nobody fills the store of objects with it.
CREATE TABLE unattached_uploads (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    upload_count BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL
);
INSERT INTO unattached_uploads (user_id, upload_count, size_bytes)
SELECT uploaded_by_user_id, count(*), sum(size_bytes) FROM research_uploads
WHERE attached_at IS NULL AND uploaded_by_user_id IS NOT NULL GROUP BY uploaded_by_user_id;

CREATE FUNCTION count_unattached_upload() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO unattached_uploads (user_id, upload_count, size_bytes) VALUES (NEW.uploaded_by_user_id, 1, NEW.size_bytes)
        ON CONFLICT (user_id) DO UPDATE SET upload_count = unattached_uploads.upload_count + 1,
            size_bytes = unattached_uploads.size_bytes + excluded.size_bytes;
    ELSE
        UPDATE unattached_uploads SET upload_count = upload_count - 1, size_bytes = size_bytes - OLD.size_bytes
        WHERE user_id = OLD.uploaded_by_user_id;
    END IF;
    RETURN NULL;
END $body$;
CREATE TRIGGER unattached_upload_added AFTER INSERT ON research_uploads FOR EACH ROW
    WHEN (NEW.attached_at IS NULL AND NEW.uploaded_by_user_id IS NOT NULL) EXECUTE FUNCTION count_unattached_upload();
CREATE TRIGGER unattached_upload_removed AFTER DELETE ON research_uploads FOR EACH ROW
    WHEN (OLD.attached_at IS NULL) EXECUTE FUNCTION count_unattached_upload();
CREATE TRIGGER unattached_upload_attached AFTER UPDATE OF attached_at ON research_uploads FOR EACH ROW
    WHEN (OLD.attached_at IS NULL AND NEW.attached_at IS NOT NULL) EXECUTE FUNCTION count_unattached_upload();

-- What one space may hold, as the configuration of the deployment says: null is no bound.
CREATE TABLE space_rules (
    only_row BIGINT PRIMARY KEY NOT NULL CHECK (only_row = 1),
    limit_bytes BIGINT
);
INSERT INTO space_rules (only_row, limit_bytes) VALUES (1, NULL);
CREATE VIEW space_storage AS
SELECT spaces.id AS space_id, rules.limit_bytes,
    (SELECT CAST(coalesce(sum(usage.size_bytes), 0) AS BIGINT) FROM space_usage AS usage WHERE usage.space_id = spaces.id) AS used_bytes
FROM spaces CROSS JOIN space_rules AS rules;
