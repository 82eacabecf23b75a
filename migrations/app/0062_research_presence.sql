-- Who has a page open. seen_at: of the last beat; somebody whose last beat is old is gone. since: of the first beat without a gap.
CREATE TABLE research_presence (
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    since BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (page_id, user_id),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_presence_by_person ON research_presence (user_id);
CREATE INDEX research_presence_by_age ON research_presence (seen_at);
