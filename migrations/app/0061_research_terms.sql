-- The words by which pages are found. field: where the word stands; block_id: the block whose text has it, null of what is the page's
-- own. No word of a space is kept apart from it: space_id is the page's.
CREATE TABLE research_terms (
    space_id BIGINT NOT NULL,
    term {key_text} NOT NULL,
    page_id BIGINT NOT NULL,
    block_id BIGINT REFERENCES research_blocks (id) ON DELETE CASCADE,
    field {key_text} NOT NULL CHECK (field IN ('title', 'finding', 'tag', 'body')),
    occurrences BIGINT NOT NULL,
    CHECK ((field = 'body') = (block_id IS NOT NULL)),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_terms_by_term ON research_terms (space_id, term, page_id, field, occurrences);
CREATE INDEX research_terms_by_page ON research_terms (page_id, term, block_id, occurrences);
CREATE INDEX research_terms_by_block ON research_terms (block_id);

-- The version of the division into words by which a page's own fields, or a block, are found now; a job looks for earlier ones.
ALTER TABLE research_pages ADD COLUMN indexed_as BIGINT NOT NULL DEFAULT 0;
ALTER TABLE research_blocks ADD COLUMN indexed_as BIGINT NOT NULL DEFAULT 0;
CREATE INDEX research_pages_to_index ON research_pages (indexed_as, id);
CREATE INDEX research_blocks_to_index ON research_blocks (indexed_as, id);
