-- Words of a block outlive it for seconds: a page of a mebibyte has 150,000 of them, which are more than a save takes out within its
-- time, so what removes many blocks leaves their words to a job. Therefore block_id refers to no row.
ALTER TABLE research_terms RENAME TO research_terms_before;
CREATE TABLE research_terms (
    space_id BIGINT NOT NULL,
    term {key_text} NOT NULL,
    page_id BIGINT NOT NULL,
    block_id BIGINT,
    field {key_text} NOT NULL CHECK (field IN ('title', 'finding', 'tag', 'body')),
    occurrences BIGINT NOT NULL,
    CHECK ((field = 'body') = (block_id IS NOT NULL)),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
INSERT INTO research_terms (space_id, term, page_id, block_id, field, occurrences)
SELECT space_id, term, page_id, block_id, field, occurrences FROM research_terms_before;
DROP TABLE research_terms_before;
CREATE INDEX research_terms_by_term ON research_terms (space_id, term, page_id, field, occurrences);
CREATE INDEX research_terms_by_page ON research_terms (page_id, term, block_id, occurrences);
CREATE INDEX research_terms_by_block ON research_terms (block_id);
