-- Citations: what is kept of a cited figure so that it can be derived again, and who cites it.

-- row_count: rows that the figure was derived of, null of a transaction's field. last_block: the newest block of any chain that it took
-- in. derivation_version: of the code that derived it first. drifted_at: since when deriving it gives another value.
ALTER TABLE cited_figures ADD COLUMN row_count BIGINT;
ALTER TABLE cited_figures ADD COLUMN last_block BIGINT;
ALTER TABLE cited_figures ADD COLUMN derivation_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE cited_figures ADD COLUMN drifted_at BIGINT;
UPDATE cited_figures SET last_block = as_of_block;

-- A space's reference to a figure, each once: its id stands in the token of a page. cited_by_user_id: null where the account is gone.
CREATE TABLE space_citations (
    id {id},
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    hash {bytes} NOT NULL REFERENCES cited_figures (hash),
    label TEXT,
    cited_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (space_id, hash)
);
CREATE INDEX space_citations_by_space ON space_citations (space_id, id);
CREATE INDEX space_citations_by_hash ON space_citations (hash);
CREATE INDEX space_citations_by_person ON space_citations (cited_by_user_id);

-- Up to which version of the warehouse's rows changes were looked for.
CREATE TABLE citation_watch (
    only_row BIGINT PRIMARY KEY NOT NULL CHECK (only_row = 1),
    seen_version BIGINT NOT NULL
);
INSERT INTO citation_watch (only_row, seen_version) VALUES (1, 0);
