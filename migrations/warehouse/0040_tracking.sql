-- What the pages of deployments show, finished: sums by deployment and day, by collateral, and what a deployment is. Ingest makes the rows of
-- the days that a run touched, after the finished events (0035; host/ingest/src/tracking.rs), and writes those alone that are other than
-- before. A range of time is its whole days, and what lies before the first of them and behind the last one: so the same sums stand there by
-- second too, and a page reads two stretches of one table.

CREATE TABLE IF NOT EXISTS tracked_activity {{on_cluster}} (
    deployment String COMMENT 'its slug',
    span LowCardinality(String) COMMENT 'day or second',
    start DateTime('UTC') COMMENT 'first second of the span',
    chain_id UInt64,
    chain LowCardinality(String) COMMENT 'slug of the chain',
    liquidations UInt64,
    absorptions UInt64 COMMENT 'accounts absorbed, each time counted, whichever of its logs are there',
    borrowers Array(FixedString(20)) COMMENT 'different accounts that were liquidated or absorbed',
    takers Array(FixedString(20)) COMMENT 'different liquidators and absorbers',
    newest_at DateTime('UTC') COMMENT 'time of the newest event in the span',
    newest_block UInt64 COMMENT 'block of that event',
    liquidated_usd Nullable(Decimal(76, 18)) COMMENT 'collateral that liquidators took, of those whose price is known; null without one',
    liquidated_usd_of UInt64 COMMENT 'liquidations in that sum',
    repaid_usd Nullable(Decimal(76, 18)) COMMENT 'debt that liquidators repaid, of those whose price is known; null without one',
    repaid_usd_of UInt64 COMMENT 'liquidations in that sum',
    absorbed_debt_usd_raw Nullable(UInt256) COMMENT 'as the markets valued it, with 8 decimals; null without one',
    absorbed_collateral_usd_raw Nullable(UInt256),
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (deployment, span, start, chain_id)
SETTINGS index_granularity = 1024;

ALTER TABLE tracked_activity {{on_cluster}} MODIFY COMMENT 'what happened in each lending deployment, by day and by second';

CREATE TABLE IF NOT EXISTS tracked_collaterals {{on_cluster}} (
    deployment String COMMENT 'its slug',
    span LowCardinality(String) COMMENT 'day or second',
    start DateTime('UTC') COMMENT 'first second of the span',
    chain_id UInt64,
    token FixedString(20),
    chain LowCardinality(String) COMMENT 'slug of the chain',
    symbol Nullable(String),
    decimals Nullable(UInt8),
    times UInt64 COMMENT 'how often it was taken',
    amount_raw Nullable(UInt256) COMMENT 'all that was taken, raw units; null past 2^256 - 1',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (deployment, span, start, chain_id, token)
SETTINGS index_granularity = 1024;

ALTER TABLE tracked_collaterals {{on_cluster}} MODIFY COMMENT 'what was taken in each lending deployment, by token, by day and by second';

CREATE TABLE IF NOT EXISTS tracked_contracts {{on_cluster}} (
    deployment String COMMENT 'its slug',
    chain_id UInt64,
    address FixedString(20) COMMENT 'the contract that emits the events',
    name String COMMENT 'of the deployment, for people',
    protocol LowCardinality(String),
    chain LowCardinality(String) COMMENT 'slug of the chain',
    underlying Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8)) COMMENT 'the token that the contract lends, where it lends one',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (deployment, chain_id, address);

ALTER TABLE tracked_contracts {{on_cluster}} MODIFY COMMENT 'lending contracts as they are served';

CREATE TABLE IF NOT EXISTS tracked_snapshots {{on_cluster}} (
    deployment String COMMENT 'slug of the only deployment of the protocol on the chain',
    chain_id UInt64,
    block_number UInt64 COMMENT 'of the newest snapshot of the protocol on the chain',
    chain LowCardinality(String) COMMENT 'slug of the chain',
    block_timestamp DateTime('UTC'),
    accounts UInt64,
    liquidatable UInt64 COMMENT 'accounts with a health factor below 1',
    collateral_usd Nullable(Decimal(76, 18)),
    debt_usd Nullable(Decimal(76, 18)),
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (deployment, chain_id, block_number);

ALTER TABLE tracked_snapshots {{on_cluster}} MODIFY COMMENT 'the newest snapshot of each lending deployment and chain, summed up';

CREATE TABLE IF NOT EXISTS tracked_deployments {{on_cluster}} (
    slug String,
    chain_id UInt64,
    name String COMMENT 'for people',
    protocol LowCardinality(String),
    chain LowCardinality(String) COMMENT 'slug of the chain',
    contracts UInt64 COMMENT 'its contracts on this chain',
    liquidations UInt64,
    absorptions UInt64,
    newest_event_at Nullable(DateTime('UTC')),
    snapshot_block Nullable(UInt64) COMMENT 'of the newest snapshot; null without one, or where several deployments of the chain share the protocol',
    snapshot_at Nullable(DateTime('UTC')),
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (slug, chain_id);

ALTER TABLE tracked_deployments {{on_cluster}} MODIFY COMMENT 'lending deployments on each chain as they are listed';

-- What was finished before is summed up by the migration's end, a stretch of days at a time: one hour lists its day.
INSERT INTO touched_lending_hours (chain_id, hour)
SELECT DISTINCT chain_id, toStartOfDay(block_timestamp) FROM finished_liquidations FINAL;

INSERT INTO touched_lending_hours (chain_id, hour)
SELECT DISTINCT chain_id, toStartOfDay(block_timestamp) FROM finished_absorptions FINAL;

-- What a deployment is, and its newest snapshot, are made whole. Block 0 lists no account.
INSERT INTO touched_snapshots (chain_id, block_number)
SELECT DISTINCT chain_id, toUInt64(0) FROM lending_deployments FINAL;
