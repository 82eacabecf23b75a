-- What the public status shows beside reachability: the heads of followed chains, how much of recent logs was decoded, the
-- platform's tiers, gaps in the data, and notices of staff. As in 0007 a snapshot is never changed once it is shown.
--
-- Null where nobody follows the chain.
ALTER TABLE status_snapshot_chains ADD COLUMN head_block BIGINT;
ALTER TABLE status_snapshot_chains ADD COLUMN head_block_at BIGINT;
ALTER TABLE status_snapshot_chains ADD COLUMN head_seen_at BIGINT;
-- Of the chain's newest blocks, from coverage_first_block on; null where they could not be counted.
ALTER TABLE status_snapshot_chains ADD COLUMN coverage_first_block BIGINT;
ALTER TABLE status_snapshot_chains ADD COLUMN recent_logs BIGINT;
ALTER TABLE status_snapshot_chains ADD COLUMN decoded_logs BIGINT;
ALTER TABLE status_snapshot_chains ADD COLUMN undecoded_logs BIGINT;
ALTER TABLE status_snapshot_chains ADD COLUMN waiting_logs BIGINT;

-- The tiers in a snapshot, with their counts of the day up to it.
CREATE TABLE status_snapshot_tiers (
    shown_from BIGINT NOT NULL REFERENCES status_snapshots (shown_from) ON DELETE CASCADE,
    tier {key_text} NOT NULL,
    state {key_text} NOT NULL,
    -- Null where nothing was asked.
    response_microseconds BIGINT,
    day_probes BIGINT NOT NULL,
    day_operational_probes BIGINT NOT NULL,
    PRIMARY KEY (shown_from, tier)
);

CREATE TABLE status_snapshot_gaps (
    shown_from BIGINT NOT NULL REFERENCES status_snapshots (shown_from) ON DELETE CASCADE,
    chain_id BIGINT NOT NULL,
    chain {key_text} NOT NULL,
    first_block BIGINT NOT NULL,
    last_block BIGINT NOT NULL,
    reason {key_text} NOT NULL,
    opened_at BIGINT NOT NULL,
    -- Null while blocks are missing.
    closed_at BIGINT,
    PRIMARY KEY (shown_from, chain_id, first_block)
);

-- Each probe of each tier. Kept for two days; status_tier_days keeps the counts.
CREATE TABLE status_probes (
    checked_at BIGINT NOT NULL,
    tier {key_text} NOT NULL,
    state {key_text} NOT NULL,
    response_microseconds BIGINT,
    PRIMARY KEY (checked_at, tier)
);

-- The probes of a day (UTC) by tier. Kept for 90 days.
CREATE TABLE status_tier_days (
    day_starts_at BIGINT NOT NULL,
    tier {key_text} NOT NULL,
    probes BIGINT NOT NULL,
    operational_probes BIGINT NOT NULL,
    PRIMARY KEY (day_starts_at, tier)
);

-- What staff tell the public. Never changed but for resolved_at.
CREATE TABLE status_notes (
    id {id},
    -- information, maintenance, degradation or outage.
    level {key_text} NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    posted_at BIGINT NOT NULL,
    resolved_at BIGINT
);

CREATE INDEX status_notes_by_posted_at ON status_notes (posted_at);
