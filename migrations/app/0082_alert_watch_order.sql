-- Watches are read by the organization in which they were made, a page at a time: those of a token, and those of events.
CREATE INDEX alert_watches_of_token_in_order ON alert_watches (token, COALESCE(organization_id, 0), id) WHERE token IS NOT NULL;
CREATE INDEX alert_watches_of_events_in_order ON alert_watches (COALESCE(organization_id, 0), id) WHERE kind = 'chain_event';
DROP INDEX alert_watches_by_token;
DROP INDEX alert_watches_of_events;
