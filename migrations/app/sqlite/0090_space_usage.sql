-- How many bytes each space holds: of its pages, their blocks and versions, the words by which they are found, drafts, comments,
-- templates, saved copies, published and shared copies, notes, and files that were sent. A row counts the bytes of its texts and 100 for
-- itself, a file what was signed for it. Triggers count, so nothing that changes these tables goes uncounted, cascades included.
-- The bytes of a space are the sum of size_bytes over its rows here.
-- SQLite has one writer at a time, so a space has one row, which each change of the space changes.
CREATE TABLE space_usage (
    space_id BIGINT PRIMARY KEY NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    size_bytes BIGINT NOT NULL
);
CREATE TRIGGER spaces_counted AFTER INSERT ON spaces BEGIN
    INSERT INTO space_usage (space_id, size_bytes) VALUES (new.id, 0);
END;
INSERT INTO space_usage (space_id, size_bytes) SELECT id, 0 FROM spaces;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(title) + coalesce(octet_length(finding), 0) + 100) AS bytes FROM research_pages GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_pages_added AFTER INSERT ON research_pages BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.title) + coalesce(octet_length(new.finding), 0) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_pages_removed AFTER DELETE ON research_pages BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.title) + coalesce(octet_length(old.finding), 0) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_pages_changed AFTER UPDATE OF space_id, title, finding ON research_pages BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.title) + coalesce(octet_length(old.finding), 0) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.title) + coalesce(octet_length(new.finding), 0) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(body) + octet_length(attrs) + 100) AS bytes FROM research_blocks GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_blocks_added AFTER INSERT ON research_blocks BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.body) + octet_length(new.attrs) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_blocks_removed AFTER DELETE ON research_blocks BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.body) + octet_length(old.attrs) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_blocks_changed AFTER UPDATE OF space_id, body, attrs ON research_blocks BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.body) + octet_length(old.attrs) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.body) + octet_length(new.attrs) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(body) + octet_length(attrs) + 100) AS bytes FROM research_block_versions GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_block_versions_added AFTER INSERT ON research_block_versions BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.body) + octet_length(new.attrs) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_block_versions_removed AFTER DELETE ON research_block_versions BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.body) + octet_length(old.attrs) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_block_versions_changed AFTER UPDATE OF space_id, body, attrs ON research_block_versions BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.body) + octet_length(old.attrs) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.body) + octet_length(new.attrs) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(title) + coalesce(octet_length(name), 0) + octet_length(blocks) + 100) AS bytes FROM research_page_versions GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_page_versions_added AFTER INSERT ON research_page_versions BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.title) + coalesce(octet_length(new.name), 0) + octet_length(new.blocks) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_page_versions_removed AFTER DELETE ON research_page_versions BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.title) + coalesce(octet_length(old.name), 0) + octet_length(old.blocks) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_page_versions_changed AFTER UPDATE OF space_id, title, name, blocks ON research_page_versions BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.title) + coalesce(octet_length(old.name), 0) + octet_length(old.blocks) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.title) + coalesce(octet_length(new.name), 0) + octet_length(new.blocks) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(document) + 100) AS bytes FROM research_drafts GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_drafts_added AFTER INSERT ON research_drafts BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.document) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_drafts_removed AFTER DELETE ON research_drafts BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.document) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_drafts_changed AFTER UPDATE OF space_id, document ON research_drafts BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.document) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.document) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(body) + coalesce(octet_length(block_text), 0) + 100) AS bytes FROM research_comments GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_comments_added AFTER INSERT ON research_comments BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.body) + coalesce(octet_length(new.block_text), 0) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_comments_removed AFTER DELETE ON research_comments BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.body) + coalesce(octet_length(old.block_text), 0) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_comments_changed AFTER UPDATE OF space_id, body, block_text ON research_comments BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.body) + coalesce(octet_length(old.block_text), 0) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.body) + coalesce(octet_length(new.block_text), 0) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(name) + octet_length(blocks) + 100) AS bytes FROM research_templates GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_templates_added AFTER INSERT ON research_templates BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.name) + octet_length(new.blocks) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_templates_removed AFTER DELETE ON research_templates BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.name) + octet_length(old.blocks) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_templates_changed AFTER UPDATE OF space_id, name, blocks ON research_templates BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.name) + octet_length(old.blocks) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.name) + octet_length(new.blocks) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(term) + 100) AS bytes FROM research_terms GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_terms_added AFTER INSERT ON research_terms BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.term) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_terms_removed AFTER DELETE ON research_terms BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.term) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_terms_changed AFTER UPDATE OF space_id, term ON research_terms BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.term) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.term) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(name) + octet_length(settings) + 100) AS bytes FROM research_views GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_views_added AFTER INSERT ON research_views BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.name) + octet_length(new.settings) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_views_removed AFTER DELETE ON research_views BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.name) + octet_length(old.settings) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_views_changed AFTER UPDATE OF space_id, name, settings ON research_views BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.name) + octet_length(old.settings) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.name) + octet_length(new.settings) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(target_field) + octet_length(content) + 100) AS bytes FROM research_annotations GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_annotations_added AFTER INSERT ON research_annotations BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.target_field) + octet_length(new.content) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_annotations_removed AFTER DELETE ON research_annotations BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.target_field) + octet_length(old.content) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_annotations_changed AFTER UPDATE OF space_id, target_field, content ON research_annotations BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.target_field) + octet_length(old.content) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.target_field) + octet_length(new.content) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(file_name) + size_bytes + 100) AS bytes FROM research_uploads GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER research_uploads_added AFTER INSERT ON research_uploads BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.file_name) + new.size_bytes + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER research_uploads_removed AFTER DELETE ON research_uploads BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.file_name) + old.size_bytes + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER research_uploads_changed AFTER UPDATE OF space_id, file_name, size_bytes ON research_uploads BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.file_name) + old.size_bytes + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.file_name) + new.size_bytes + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(snapshot) + coalesce(octet_length(note), 0) + 100) AS bytes FROM saved_items GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER saved_items_added AFTER INSERT ON saved_items BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.snapshot) + coalesce(octet_length(new.note), 0) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER saved_items_removed AFTER DELETE ON saved_items BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.snapshot) + coalesce(octet_length(old.note), 0) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER saved_items_changed AFTER UPDATE OF space_id, snapshot, note ON saved_items BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.snapshot) + coalesce(octet_length(old.note), 0) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.snapshot) + coalesce(octet_length(new.note), 0) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(title) + octet_length(body) + octet_length(blocks) + octet_length(citations) + octet_length(files) + 100) AS bytes FROM published_pages GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER published_pages_added AFTER INSERT ON published_pages BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.title) + octet_length(new.body) + octet_length(new.blocks) + octet_length(new.citations) + octet_length(new.files) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER published_pages_removed AFTER DELETE ON published_pages BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.title) + octet_length(old.body) + octet_length(old.blocks) + octet_length(old.citations) + octet_length(old.files) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER published_pages_changed AFTER UPDATE OF space_id, title, body, blocks, citations, files ON published_pages BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.title) + octet_length(old.body) + octet_length(old.blocks) + octet_length(old.citations) + octet_length(old.files) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.title) + octet_length(new.body) + octet_length(new.blocks) + octet_length(new.citations) + octet_length(new.files) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(title) + octet_length(body) + octet_length(blocks) + octet_length(citations) + octet_length(files) + 100) AS bytes FROM page_review_links GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER page_review_links_added AFTER INSERT ON page_review_links BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.title) + octet_length(new.body) + octet_length(new.blocks) + octet_length(new.citations) + octet_length(new.files) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER page_review_links_removed AFTER DELETE ON page_review_links BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.title) + octet_length(old.body) + octet_length(old.blocks) + octet_length(old.citations) + octet_length(old.files) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER page_review_links_changed AFTER UPDATE OF space_id, title, body, blocks, citations, files ON page_review_links BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.title) + octet_length(old.body) + octet_length(old.blocks) + octet_length(old.citations) + octet_length(old.files) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.title) + octet_length(new.body) + octet_length(new.blocks) + octet_length(new.citations) + octet_length(new.files) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(coalesce(octet_length(text_value), 0) + 100) AS bytes FROM space_property_values GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER space_property_values_added AFTER INSERT ON space_property_values BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + coalesce(octet_length(new.text_value), 0) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER space_property_values_removed AFTER DELETE ON space_property_values BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (coalesce(octet_length(old.text_value), 0) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER space_property_values_changed AFTER UPDATE OF space_id, text_value ON space_property_values BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (coalesce(octet_length(old.text_value), 0) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + coalesce(octet_length(new.text_value), 0) + 100 WHERE space_id = new.space_id;
END;

UPDATE space_usage SET size_bytes = space_usage.size_bytes + counted.bytes
FROM (SELECT space_id, sum(octet_length(content) + 100) AS bytes FROM value_notes GROUP BY space_id) AS counted
WHERE space_usage.space_id = counted.space_id;
CREATE TRIGGER value_notes_added AFTER INSERT ON value_notes BEGIN
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.content) + 100 WHERE space_id = new.space_id;
END;
CREATE TRIGGER value_notes_removed AFTER DELETE ON value_notes BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.content) + 100) WHERE space_id = old.space_id;
END;
CREATE TRIGGER value_notes_changed AFTER UPDATE OF space_id, content ON value_notes BEGIN
    UPDATE space_usage SET size_bytes = size_bytes - (octet_length(old.content) + 100) WHERE space_id = old.space_id;
    UPDATE space_usage SET size_bytes = size_bytes + octet_length(new.content) + 100 WHERE space_id = new.space_id;
END;

-- What a person has sent and no block names yet, so that nobody fills the store of objects with it.
CREATE TABLE unattached_uploads (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    upload_count BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL
);
INSERT INTO unattached_uploads (user_id, upload_count, size_bytes)
SELECT uploaded_by_user_id, count(*), sum(size_bytes) FROM research_uploads
WHERE attached_at IS NULL AND uploaded_by_user_id IS NOT NULL GROUP BY uploaded_by_user_id;

CREATE TRIGGER unattached_upload_added AFTER INSERT ON research_uploads
WHEN new.attached_at IS NULL AND new.uploaded_by_user_id IS NOT NULL BEGIN
    INSERT INTO unattached_uploads (user_id, upload_count, size_bytes) VALUES (new.uploaded_by_user_id, 1, new.size_bytes)
    ON CONFLICT (user_id) DO UPDATE SET upload_count = upload_count + 1, size_bytes = size_bytes + excluded.size_bytes;
END;
CREATE TRIGGER unattached_upload_removed AFTER DELETE ON research_uploads WHEN old.attached_at IS NULL BEGIN
    UPDATE unattached_uploads SET upload_count = upload_count - 1, size_bytes = size_bytes - old.size_bytes
    WHERE user_id = old.uploaded_by_user_id;
END;
CREATE TRIGGER unattached_upload_attached AFTER UPDATE OF attached_at ON research_uploads
WHEN old.attached_at IS NULL AND new.attached_at IS NOT NULL BEGIN
    UPDATE unattached_uploads SET upload_count = upload_count - 1, size_bytes = size_bytes - old.size_bytes
    WHERE user_id = old.uploaded_by_user_id;
END;

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
