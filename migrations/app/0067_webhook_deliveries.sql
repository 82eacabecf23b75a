-- Deliveries of events to webhook endpoints: a row an event and endpoint, written with the event. due_at: the next attempt, null while the
-- endpoint is disabled and where there is nothing to do. It goes with its event, after thirty days.
CREATE TABLE webhook_deliveries (
    id {id},
    endpoint_id BIGINT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    organization_id BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    event_id {key_text} NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    state {key_text} NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts BIGINT NOT NULL,
    due_at BIGINT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    UNIQUE (endpoint_id, event_id)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, attempts, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_by_organization ON webhook_deliveries (organization_id, id);

-- Attempts of deliveries. status: that of the answer, null where there was none. answer: the first KiB of its body. failure: the reason why
-- it does not count, null of one that was taken.
CREATE TABLE webhook_attempts (
    id {id},
    delivery_id BIGINT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
    organization_id BIGINT NOT NULL,
    attempted_at BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    status BIGINT,
    answer TEXT,
    failure TEXT
);
CREATE INDEX webhook_attempts_by_delivery ON webhook_attempts (delivery_id, id);

-- probe_at: the time before which a failing endpoint is asked nothing. lease_holder: the host that delivers to it now.
ALTER TABLE webhook_endpoints ADD COLUMN probe_at BIGINT;
ALTER TABLE webhook_endpoints ADD COLUMN lease_holder {key_text};
ALTER TABLE webhook_endpoints ADD COLUMN leased_until BIGINT;
