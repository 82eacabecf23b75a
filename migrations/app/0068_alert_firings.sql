-- The evaluation of alerts: what fired, what was looked at already, and since when a figure is too old to fire.

-- Alerts that fired: an alert fires once an arming. detail: what was found, one line. chain_id to as_of: of a price alone; block_hash: null
-- where the block's hash is not known. settled_at: null while the block may still be replaced. taken_back_at: when a reorganisation had
-- taken the crossing back.
CREATE TABLE alert_firings (
    id {id},
    alert_type {key_text} NOT NULL CHECK (alert_type IN ('price', 'liquidation', 'chain_event')),
    alert_id BIGINT NOT NULL,
    arming BIGINT NOT NULL,
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    sentence TEXT NOT NULL,
    detail TEXT NOT NULL,
    chain_id BIGINT,
    pool {bytes},
    measured TEXT,
    block_number BIGINT,
    block_hash {bytes},
    as_of BIGINT,
    fired_at BIGINT NOT NULL,
    settled_at BIGINT,
    taken_back_at BIGINT,
    UNIQUE (alert_type, alert_id, arming)
);
CREATE INDEX alert_firings_by_space ON alert_firings (space_id);
CREATE INDEX alert_firings_by_time ON alert_firings (fired_at);
CREATE INDEX alert_firings_unsettled ON alert_firings (chain_id, block_number, block_hash) WHERE settled_at IS NULL;

-- How far each source was looked at: prices of each chain, the others of all chains (chain_id 0). version: of the warehouse's rows.
-- looked_at: when it was last looked at. turn: raised by each look, so that one that was overtaken writes nothing.
CREATE TABLE alert_marks (
    source {key_text} NOT NULL CHECK (source IN ('prices', 'liquidations', 'chain_events')),
    chain_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    looked_at BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    PRIMARY KEY (source, chain_id)
);

-- Pools that alerts were made about, and the price at which they were last looked at; null while none is known.
CREATE TABLE alert_pools (
    chain_id BIGINT NOT NULL,
    pool {bytes} NOT NULL,
    close TEXT,
    block_number BIGINT,
    as_of BIGINT,
    PRIMARY KEY (chain_id, pool)
);
INSERT INTO alert_pools (chain_id, pool) SELECT DISTINCT chain_id, pool FROM price_alerts;

-- Liquidations of the newest blocks that were looked at: one that comes once more, also in another block, is not told again.
-- place: among those of its transaction. after_organization_id: up to which organization its watches were told; null of one that is done.
CREATE TABLE alert_liquidations (
    chain_id BIGINT NOT NULL,
    transaction_hash {bytes} NOT NULL,
    place BIGINT NOT NULL,
    block_number BIGINT NOT NULL,
    after_organization_id BIGINT,
    PRIMARY KEY (chain_id, transaction_hash, place)
);
CREATE INDEX alert_liquidations_by_block ON alert_liquidations (chain_id, block_number);

-- Chain events that were looked at. after_organization_id: as above.
CREATE TABLE alert_chain_events (
    event_id BIGINT PRIMARY KEY NOT NULL REFERENCES chain_events (id) ON DELETE CASCADE,
    after_organization_id BIGINT
);
INSERT INTO alert_chain_events (event_id) SELECT id FROM chain_events;
CREATE INDEX chain_events_by_creation ON chain_events (created_at, id);

-- stale_after_seconds: the age from which a chain's data fires nothing, as the configuration says it; null: data of any age fires.
CREATE TABLE alert_rules (
    only_row BIGINT PRIMARY KEY NOT NULL CHECK (only_row = 1),
    stale_after_seconds BIGINT
);
INSERT INTO alert_rules (only_row, stale_after_seconds) VALUES (1, 900);

-- armed_at: since when it watches; a figure that was read before does not count.
ALTER TABLE price_alerts ADD COLUMN armed_at BIGINT NOT NULL DEFAULT 0;

-- Those that can fire are read alone, and so are those that wait for their condition to cease.
DROP INDEX price_alerts_by_threshold;
CREATE INDEX price_alerts_armed ON price_alerts (chain_id, pool, condition, threshold_exponent, threshold_mantissa)
    WHERE state = 'watching' AND NOT waits_for_crossing;
CREATE INDEX price_alerts_waiting ON price_alerts (chain_id, pool, condition, threshold_exponent, threshold_mantissa)
    WHERE waits_for_crossing;
