-- Copies of transactions and blocks on a page, as they were: snapshot is JSON, raw and decoded. hash: the transaction's or the block's;
-- block_hash: of the block in which it was. note: what people wrote about it.
CREATE TABLE saved_items (
    id {id},
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    kind {key_text} NOT NULL CHECK (kind IN ('transaction', 'block')),
    chain_id BIGINT NOT NULL,
    hash {key_text} NOT NULL,
    block_number BIGINT NOT NULL,
    block_hash {key_text} NOT NULL,
    decoder_version BIGINT NOT NULL,
    snapshot TEXT NOT NULL,
    note TEXT,
    saved_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (page_id, kind, chain_id, hash),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX saved_items_by_page ON saved_items (page_id, id);
CREATE INDEX saved_items_by_hash ON saved_items (hash, space_id);
CREATE INDEX saved_items_by_person ON saved_items (saved_by_user_id);

-- Notes about one field: of a block of a page, or of a saved copy. target_field: a path into the block's attrs or the copy's snapshot.
CREATE TABLE research_annotations (
    id {id},
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    block_id BIGINT REFERENCES research_blocks (id) ON DELETE CASCADE,
    saved_item_id BIGINT REFERENCES saved_items (id) ON DELETE CASCADE,
    target_field TEXT NOT NULL,
    content TEXT NOT NULL,
    color TEXT NOT NULL,
    author_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CHECK ((block_id IS NULL) <> (saved_item_id IS NULL)),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_annotations_by_page ON research_annotations (page_id, id);
CREATE INDEX research_annotations_by_block ON research_annotations (block_id);
CREATE INDEX research_annotations_by_saved_item ON research_annotations (saved_item_id);
CREATE INDEX research_annotations_by_author ON research_annotations (author_user_id);

-- Files that people send for an image or a file of a page. object_key: where the bytes are. attached_at: when a block first named it;
-- one that no block names goes after a day.
CREATE TABLE research_uploads (
    id {id},
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    object_key {key_text} NOT NULL UNIQUE,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    uploaded_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    attached_at BIGINT,
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_uploads_by_page ON research_uploads (page_id, id);
CREATE INDEX research_uploads_unattached ON research_uploads (created_at) WHERE attached_at IS NULL;
CREATE INDEX research_uploads_by_person ON research_uploads (uploaded_by_user_id);
