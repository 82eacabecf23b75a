-- The sourced registry of chain events: what the timeline shows. Loaded from files (`quarry ingest events`) and curated by
-- staff. Several components read it, so its tables are the host's.

-- One event. key: what its registry calls it, for loading a file again. occurred_at: null when the day is unknown;
-- time_precision: how exact it is. ordered_at: occurred_at, and 0 where that is null: such events come last. chain: slug of
-- chain_id, or its number. reported_loss: as the sources say it. severity: 1 (small) to 5, null until somebody judged it.
-- file_digest: SHA-256 of the record that it was loaded from; null for one that staff wrote. edited_at, removed_at: when
-- staff changed it or took it off the timeline; a file no longer changes it then.
CREATE TABLE chain_events (
    id {id},
    key {key_text} NOT NULL UNIQUE,
    category {key_text} NOT NULL CHECK (category IN
        ('exploit', 'governance', 'launch', 'depeg', 'upgrade', 'listing', 'incentive', 'other')),
    title TEXT,
    summary TEXT,
    occurred_at BIGINT,
    time_precision {key_text} CHECK (time_precision IN ('day', 'second')),
    ordered_at BIGINT NOT NULL,
    chain_id BIGINT,
    chain {key_text},
    block_number BIGINT CHECK (block_number >= 0),
    reported_loss TEXT,
    severity BIGINT CHECK (severity BETWEEN 1 AND 5),
    is_verified BOOLEAN NOT NULL {truth is_verified},
    file_digest {bytes},
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    edited_at BIGINT,
    removed_at BIGINT,
    version BIGINT NOT NULL,
    CHECK ((occurred_at IS NULL) = (time_precision IS NULL)),
    CHECK ((chain_id IS NULL) = (chain IS NULL))
);
CREATE INDEX chain_events_in_order ON chain_events (ordered_at, id);
CREATE INDEX chain_events_by_category ON chain_events (category, ordered_at, id);
CREATE INDEX chain_events_by_chain ON chain_events (chain_id, ordered_at, id);

-- Where an event is written about, in the order of the registry.
CREATE TABLE chain_event_sources (
    event_id BIGINT NOT NULL REFERENCES chain_events (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    name TEXT NOT NULL,
    url TEXT,
    PRIMARY KEY (event_id, position)
);

-- The transactions that an event is anchored in. anchor_state: whether the transaction was looked for on its chain.
CREATE TABLE chain_event_transactions (
    event_id BIGINT NOT NULL REFERENCES chain_events (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    transaction_hash {bytes} NOT NULL,
    anchor_state {key_text} NOT NULL CHECK (anchor_state IN ('unchecked', 'confirmed', 'missing')),
    PRIMARY KEY (event_id, position)
);
CREATE INDEX chain_event_transactions_by_hash ON chain_event_transactions (transaction_hash);
