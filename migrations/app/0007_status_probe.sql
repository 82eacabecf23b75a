-- The public status. One host at a time holds the lease and probes the warehouse once a minute; every host shows what it
-- stored, from the same moment on.
CREATE TABLE status_probe_lease (
    -- There is one probe, so one row.
    id BIGINT PRIMARY KEY NOT NULL CHECK (id = 1),
    holder {key_text} NOT NULL,
    expires_at BIGINT NOT NULL
);

-- What a probe found; never changed once it is shown. Kept for an hour.
CREATE TABLE status_snapshots (
    -- The full minute from which it is shown.
    shown_from BIGINT PRIMARY KEY NOT NULL,
    checked_at BIGINT NOT NULL,
    warehouse_reachable BOOLEAN NOT NULL {truth warehouse_reachable},
    -- The day of checked_at, and its probes up to this one.
    day_starts_at BIGINT NOT NULL,
    day_probes BIGINT NOT NULL,
    day_reachable_probes BIGINT NOT NULL
);

-- The newest ingested block of each chain in a snapshot.
CREATE TABLE status_snapshot_chains (
    shown_from BIGINT NOT NULL REFERENCES status_snapshots (shown_from) ON DELETE CASCADE,
    chain_id BIGINT NOT NULL,
    chain {key_text} NOT NULL,
    latest_block BIGINT NOT NULL,
    latest_block_at BIGINT NOT NULL,
    PRIMARY KEY (shown_from, chain_id)
);

-- How many probes of a day (UTC) found the warehouse reachable. Kept for 90 days.
CREATE TABLE status_days (
    day_starts_at BIGINT PRIMARY KEY NOT NULL,
    probes BIGINT NOT NULL,
    reachable_probes BIGINT NOT NULL
);
