-- What an organization watches. address: lowercase, with 0x. pair: the symbols, as they may be shown anywhere.
CREATE TABLE watch_digest__pools (
    organization_id BIGINT NOT NULL,
    chain_id BIGINT NOT NULL,
    address TEXT NOT NULL,
    chain TEXT NOT NULL,
    pair TEXT NOT NULL,
    note TEXT,
    added_by_user_id BIGINT,
    added_at_seconds BIGINT NOT NULL,
    PRIMARY KEY (organization_id, chain_id, address)
);

-- Where an organization's digests are posted. posted_day: of the newest digest that was; failure: why the last post failed.
CREATE TABLE watch_digest__webhooks (
    organization_id BIGINT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    server TEXT NOT NULL,
    set_by_user_id BIGINT,
    set_at_seconds BIGINT NOT NULL,
    posted_day TEXT,
    failure TEXT
);
