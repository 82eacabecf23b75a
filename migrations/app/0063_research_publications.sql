-- Publishing pages of the research workspace: frozen copies under a slug, and behind links for readers from outside.

-- Addresses of published pages, each its page's forever: a row outlives the page, so that nobody finds another page under an address that
-- was cited. page_id: without a reference for that reason; null of pages that were published before there was a workspace.
CREATE TABLE published_page_slugs (
    slug {key_text} PRIMARY KEY NOT NULL,
    page_id BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX published_page_slugs_by_page ON published_page_slugs (page_id);
INSERT INTO published_page_slugs (slug, page_id, created_at) SELECT slug, NULL, published_at FROM published_pages;

-- slug: the newest of the page. page_id, space_id: null of pages that were published before there was a workspace. blocks, citations
-- (id, label, hash) and files (id, name, type, size): JSON, as they were. document_version: the one that was published. verified_at: null
-- where that version was not checked. withdrawn_at: since when nobody sees it.
ALTER TABLE published_pages ADD COLUMN page_id BIGINT REFERENCES research_pages (id) ON DELETE CASCADE;
ALTER TABLE published_pages ADD COLUMN space_id BIGINT REFERENCES spaces (id) ON DELETE CASCADE;
ALTER TABLE published_pages ADD COLUMN blocks TEXT NOT NULL DEFAULT '[]';
ALTER TABLE published_pages ADD COLUMN citations TEXT NOT NULL DEFAULT '[]';
ALTER TABLE published_pages ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
ALTER TABLE published_pages ADD COLUMN document_version BIGINT;
ALTER TABLE published_pages ADD COLUMN verified_at BIGINT;
ALTER TABLE published_pages ADD COLUMN published_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE published_pages ADD COLUMN withdrawn_at BIGINT;
CREATE UNIQUE INDEX published_pages_by_page ON published_pages (page_id);
CREATE INDEX published_pages_by_space ON published_pages (space_id);
CREATE INDEX published_pages_by_publisher ON published_pages (published_by_user_id);

-- Links by which one reader from outside sees one page as it was when it was shared. What the link shows, and the fingerprint of its
-- token, is the row of page_review_links, which goes when the pass is revoked or over.
CREATE TABLE research_guest_passes (
    id {id},
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    document_version BIGINT NOT NULL,
    made_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT,
    view_count BIGINT NOT NULL DEFAULT 0,
    last_viewed_at BIGINT,
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_guest_passes_by_page ON research_guest_passes (page_id, id);
CREATE INDEX research_guest_passes_by_end ON research_guest_passes (expires_at);
CREATE INDEX research_guest_passes_by_maker ON research_guest_passes (made_by_user_id);

-- guest_pass_id: null of links that were made before there was a workspace.
ALTER TABLE page_review_links ADD COLUMN guest_pass_id BIGINT REFERENCES research_guest_passes (id) ON DELETE CASCADE;
ALTER TABLE page_review_links ADD COLUMN space_id BIGINT REFERENCES spaces (id) ON DELETE CASCADE;
ALTER TABLE page_review_links ADD COLUMN blocks TEXT NOT NULL DEFAULT '[]';
ALTER TABLE page_review_links ADD COLUMN citations TEXT NOT NULL DEFAULT '[]';
ALTER TABLE page_review_links ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
ALTER TABLE page_review_links ADD COLUMN verified_at BIGINT;
CREATE UNIQUE INDEX page_review_links_by_pass ON page_review_links (guest_pass_id);
CREATE INDEX page_review_links_by_space ON page_review_links (space_id);
