-- The document of a page: its blocks in the order of position. body: Markdown; attrs: a JSON object by the kind's schema;
-- version: raised by each change of the block. client_key: the name that a client gave to a new block, so that a repeated save makes
-- it once.
CREATE TABLE research_blocks (
    id {id},
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    client_key {key_text},
    kind {key_text} NOT NULL,
    body TEXT NOT NULL,
    attrs TEXT NOT NULL,
    position BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    updated_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (page_id, client_key),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_blocks_by_page ON research_blocks (page_id, position, id);
CREATE INDEX research_blocks_by_creator ON research_blocks (created_by_user_id);
CREATE INDEX research_blocks_by_editor ON research_blocks (updated_by_user_id);

-- What a block was before a change, or when it was removed: one an author and ten minutes. version: the block's then.
CREATE TABLE research_block_versions (
    id {id},
    block_id BIGINT NOT NULL,
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    kind {key_text} NOT NULL,
    body TEXT NOT NULL,
    attrs TEXT NOT NULL,
    position BIGINT NOT NULL,
    version BIGINT NOT NULL,
    author_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_block_versions_by_page ON research_block_versions (page_id, id);
CREATE INDEX research_block_versions_by_block ON research_block_versions (block_id, id);
CREATE INDEX research_block_versions_by_author ON research_block_versions (author_user_id);
CREATE INDEX research_block_versions_by_age ON research_block_versions (created_at);

-- Whole pages as they were. blocks: JSON, with ids and versions. An autosave is rewritten by its author for ten minutes and goes
-- after ninety days; one with a name stays.
CREATE TABLE research_page_versions (
    id {id},
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    kind {key_text} NOT NULL CHECK (kind IN ('autosave', 'named', 'restore')),
    name TEXT,
    title TEXT NOT NULL,
    blocks TEXT NOT NULL,
    block_count BIGINT NOT NULL,
    document_version BIGINT NOT NULL,
    author_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CHECK ((kind = 'named') = (name IS NOT NULL)),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_page_versions_by_page ON research_page_versions (page_id, id);
CREATE INDEX research_page_versions_by_age ON research_page_versions (updated_at) WHERE kind = 'autosave';
CREATE INDEX research_page_versions_by_author ON research_page_versions (author_user_id);

-- Text that could not be saved, kept for its author: refused because somebody else changed the same blocks, or left by a tab that
-- closed. document: JSON, as it was sent.
CREATE TABLE research_drafts (
    id {id},
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    origin {key_text} NOT NULL CHECK (origin IN ('conflict', 'beacon')),
    base_version BIGINT NOT NULL,
    document TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_drafts_by_person ON research_drafts (page_id, user_id, id);
CREATE INDEX research_drafts_by_user ON research_drafts (user_id);
CREATE INDEX research_drafts_by_age ON research_drafts (created_at);
