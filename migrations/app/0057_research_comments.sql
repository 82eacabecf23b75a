-- Comments on a page: a thread is the comment that opened it (thread_id is null) and its replies. block_id: null of the page's own
-- discussion; a block that is gone keeps its threads, so nothing points to it. block_text: the block's body when the thread was opened.
CREATE TABLE research_comments (
    id {id},
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    thread_id BIGINT REFERENCES research_comments (id) ON DELETE CASCADE,
    block_id BIGINT,
    block_text TEXT,
    body TEXT NOT NULL,
    author_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    resolved_at BIGINT,
    resolved_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    removed_at BIGINT,
    CHECK (thread_id IS NULL OR (block_id IS NULL AND resolved_at IS NULL)),
    FOREIGN KEY (page_id, space_id) REFERENCES research_pages (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_comments_by_page ON research_comments (page_id, id);
CREATE INDEX research_comments_by_thread ON research_comments (thread_id, id);
CREATE INDEX research_comments_by_block ON research_comments (block_id);
CREATE INDEX research_comments_by_author ON research_comments (author_user_id);
CREATE INDEX research_comments_by_resolver ON research_comments (resolved_by_user_id);

CREATE TABLE research_mentions (
    comment_id BIGINT NOT NULL REFERENCES research_comments (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX research_mentions_by_user ON research_mentions (user_id);

-- What a person is told and has not lost with the tab. subject_type and subject_id: what it is about, once for each person and kind;
-- page_id: the page on which it stands; read_at: the first time that it was read.
CREATE TABLE inbox_notifications (
    id {id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind {key_text} NOT NULL,
    subject_type {key_text} NOT NULL,
    subject_id BIGINT NOT NULL,
    space_id BIGINT REFERENCES spaces (id) ON DELETE CASCADE,
    page_id BIGINT REFERENCES research_pages (id) ON DELETE CASCADE,
    actor_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    title TEXT NOT NULL,
    excerpt TEXT,
    created_at BIGINT NOT NULL,
    read_at BIGINT,
    UNIQUE (user_id, kind, subject_type, subject_id)
);
CREATE INDEX inbox_notifications_by_user ON inbox_notifications (user_id, id);
CREATE INDEX inbox_notifications_unread ON inbox_notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX inbox_notifications_by_space ON inbox_notifications (space_id);
CREATE INDEX inbox_notifications_by_page ON inbox_notifications (page_id);
CREATE INDEX inbox_notifications_by_actor ON inbox_notifications (actor_user_id);
