-- pause_told: which switching off of the module `prices` (its version) people with price alerts were told of; null before the first.
ALTER TABLE alert_rules ADD COLUMN pause_told BIGINT;
