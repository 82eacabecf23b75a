-- What people keep for themselves. params: a JSON object of texts, by which the view is replayed.
CREATE TABLE saved_views (
    id {id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind {key_text} NOT NULL CHECK (kind IN ('chart', 'finder')),
    name {key_text} NOT NULL,
    params TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, name)
);
CREATE INDEX saved_views_by_user ON saved_views (user_id, id);

CREATE TABLE favourites (
    id {id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chain_id BIGINT NOT NULL,
    pool {bytes} NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, chain_id, pool)
);
CREATE INDEX favourites_by_user ON favourites (user_id, id);

-- What the warehouse said of a favourite pool at read_at, as JSON: for five minutes, for everybody. Nothing points to it.
CREATE TABLE favourite_summaries (
    chain_id BIGINT NOT NULL,
    pool {bytes} NOT NULL,
    summary TEXT NOT NULL,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (chain_id, pool)
);

-- People who put the checklist of their first steps away. The steps themselves are not stored.
CREATE TABLE onboarding_dismissals (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    dismissed_at BIGINT NOT NULL
);
