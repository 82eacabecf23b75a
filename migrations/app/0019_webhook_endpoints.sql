-- Where an organization's events are delivered to.

-- events: names of the events that are delivered, a JSON array. sealed_secret: what deliveries are signed with, sealed for the
-- component organizations. previous_sealed_secret signs too until previous_until. consecutive_failures: deliveries that failed
-- since one was taken. disabled_at: nothing is delivered since then, until an admin switches it on again.
CREATE TABLE webhook_endpoints (
    id {id},
    organization_id BIGINT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    sealed_secret {bytes} NOT NULL,
    previous_sealed_secret {bytes},
    previous_until BIGINT,
    consecutive_failures BIGINT NOT NULL DEFAULT 0,
    disabled_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhook_endpoints_by_organization ON webhook_endpoints (organization_id, id);
