-- What spaces want to be told of. created_by_user_id: null where the account is gone; organization_id: the one in which the maker worked.
-- sentence: what people read. arming: raised by each re-arming, so that an alert and its arming name one firing.

-- A price that is waited for. threshold: as people read it. threshold_exponent and threshold_mantissa: the same as a pair that sorts as
-- numbers do, 0.mantissa times ten to the exponent; the mantissa has 19 digits, the first of which is not 0. waits_for_crossing: re-armed
-- while the condition held, so it has to cease before it counts. fired_…: what was measured when it fired.
CREATE TABLE price_alerts (
    id {id},
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    created_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    organization_id BIGINT REFERENCES organizations (id) ON DELETE SET NULL,
    chain_id BIGINT NOT NULL,
    chain TEXT NOT NULL,
    pool {bytes} NOT NULL,
    condition {key_text} NOT NULL CHECK (condition IN ('above', 'below', 'percent_change_24h')),
    threshold TEXT NOT NULL,
    threshold_exponent BIGINT NOT NULL,
    threshold_mantissa {key_text} NOT NULL CHECK (length(threshold_mantissa) = 19),
    sentence TEXT NOT NULL,
    state {key_text} NOT NULL CHECK (state IN ('watching', 'fired')),
    arming BIGINT NOT NULL,
    waits_for_crossing BOOLEAN NOT NULL {truth waits_for_crossing},
    fired_price TEXT,
    fired_block_number BIGINT,
    fired_as_of BIGINT,
    fired_at BIGINT,
    created_at BIGINT NOT NULL,
    CHECK ((state = 'fired') = (fired_at IS NOT NULL))
);
CREATE INDEX price_alerts_by_space ON price_alerts (space_id, id);
CREATE INDEX price_alerts_by_creator ON price_alerts (created_by_user_id);
CREATE INDEX price_alerts_by_organization ON price_alerts (organization_id);
CREATE INDEX price_alerts_by_threshold
    ON price_alerts (chain_id, pool, condition, state, threshold_exponent, threshold_mantissa);

-- Liquidations and chain events that are waited for. token: an address with 0x or a symbol, in lower case, of a liquidation. protocols: a
-- JSON list of words, of a liquidation; empty for any. category, protocol and chain: of a chain event; null for any.
CREATE TABLE alert_watches (
    id {id},
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    created_by_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    organization_id BIGINT REFERENCES organizations (id) ON DELETE SET NULL,
    kind {key_text} NOT NULL CHECK (kind IN ('liquidation', 'chain_event')),
    label TEXT,
    token {key_text},
    protocols TEXT NOT NULL,
    category {key_text},
    protocol {key_text},
    chain_id BIGINT,
    chain {key_text},
    sentence TEXT NOT NULL,
    state {key_text} NOT NULL CHECK (state IN ('watching', 'fired')),
    arming BIGINT NOT NULL,
    fired_at BIGINT,
    created_at BIGINT NOT NULL,
    CHECK ((kind = 'liquidation') = (token IS NOT NULL)),
    CHECK ((state = 'fired') = (fired_at IS NOT NULL)),
    CHECK ((chain_id IS NULL) = (chain IS NULL))
);
CREATE INDEX alert_watches_by_space ON alert_watches (space_id, id);
CREATE INDEX alert_watches_by_creator ON alert_watches (created_by_user_id);
CREATE INDEX alert_watches_by_organization ON alert_watches (organization_id);
CREATE INDEX alert_watches_by_token ON alert_watches (token, state) WHERE token IS NOT NULL;
CREATE INDEX alert_watches_of_events ON alert_watches (kind, state, category);

-- How often people get letters about alerts; without a row at once.
CREATE TABLE alert_email_settings (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    frequency {key_text} NOT NULL CHECK (frequency IN ('instant', 'daily', 'weekly', 'off')),
    changed_at BIGINT NOT NULL
);
