-- What is published to anybody: posts, ways to sign in, cited figures, pages of the research workspace.

-- The blog. body: Markdown, made safe HTML when it is shown. published_at: null while it is a draft.
CREATE TABLE blog_posts (
    id {id},
    slug {key_text} NOT NULL UNIQUE,
    status {key_text} NOT NULL CHECK (status IN ('draft', 'published')),
    category {key_text} NOT NULL,
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    published_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    CHECK (status = 'draft' OR published_at IS NOT NULL)
);
CREATE INDEX blog_posts_published ON blog_posts (published_at, id) WHERE status = 'published';

-- The ways to sign in that are shown to people, in order. kind: by a password of this deployment, or at a provider.
CREATE TABLE sign_in_providers (
    key {key_text} PRIMARY KEY NOT NULL,
    position BIGINT NOT NULL,
    kind {key_text} NOT NULL CHECK (kind IN ('password', 'openid_connect')),
    name TEXT NOT NULL,
    is_enabled BOOLEAN NOT NULL {truth is_enabled},
    version BIGINT NOT NULL
);

-- Figures that somebody cited, each once. hash: SHA-256 of canonical, the canonical JSON (RFC 8785) of kind, dataset or
-- pool, parameters, value and as_of_block. value: null when the figure could not be derived.
CREATE TABLE cited_figures (
    hash {bytes} PRIMARY KEY NOT NULL,
    canonical TEXT NOT NULL,
    kind {key_text} NOT NULL CHECK (kind IN ('price_series', 'dataset_query', 'computed_figure', 'transaction_field')),
    dataset {key_text},
    pool {bytes},
    chain_id BIGINT,
    label TEXT,
    value TEXT,
    as_of BIGINT,
    as_of_block BIGINT,
    verification_state {key_text} NOT NULL CHECK (verification_state IN ('verified', 'mismatch', 'unresolved')),
    derived_value TEXT,
    verified_at BIGINT,
    cited_at BIGINT NOT NULL
);

-- Pages of the research workspace that their owners published, as they were then. body: Markdown.
CREATE TABLE published_pages (
    slug {key_text} PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    published_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

-- Links to one unpublished page each, for a reader from outside. token_fingerprint: what the
-- token is found by (wit/secrets.wit); it is not kept itself.
CREATE TABLE page_review_links (
    token_fingerprint {bytes} PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
);
