-- Who gave the quarantined operations of a component another chance, and when; a host that sees a version it did not know opens
-- them. component: its name. lifted_by: who, as the command line knows them.
CREATE TABLE quarantine_lifts (
    component {key_text} PRIMARY KEY NOT NULL,
    version BIGINT NOT NULL,
    lifted_at BIGINT NOT NULL,
    lifted_by TEXT NOT NULL,
    reason TEXT
);
