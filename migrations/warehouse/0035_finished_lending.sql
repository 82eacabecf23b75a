-- What the documents of lending publish of an event or of an account, finished: names of tokens, chains and deployments, decimals
-- applied, dollars. Ingest makes these rows of what a run touched (host/ingest/src/finished_lending), after the worth of tokens (0034),
-- and writes those alone that are other than before. A page is then one stretch of one table in its own order. Names stand in
-- the row, where filters find them: a page of 50 cost 19 ms of the engine's CPU so, 23 with two names by a dictionary and 28 by joins,
-- and a dictionary would tell a new name before the decimals that came with it are applied.

-- In the order of liquidations (0011), and read like them: the rows of a key by `ORDER BY … DESC, version DESC LIMIT 1 BY` the key.
CREATE TABLE IF NOT EXISTS finished_liquidations {{on_cluster}} (
    block_timestamp DateTime('UTC') CODEC(Delta, LZ4),
    chain_id UInt64,
    block_number UInt64 CODEC(Delta, LZ4),
    log_place UInt32 COMMENT 'index of the log; from 2^31 on a number made of the row, where a file has no index',
    chain LowCardinality(String) COMMENT 'slug of the chain',
    transaction_hash FixedString(32),
    decoded_from LowCardinality(String) COMMENT 'log, or file where somebody else decoded it',
    protocol Nullable(String) COMMENT 'that of the contract, else what a file calls it; null when nobody knows it',
    deployment Nullable(String) COMMENT 'slug of the deployment of the contract; null when it is not registered',
    contract Nullable(FixedString(20)) COMMENT 'the emitting contract; null where a file does not say',
    borrower FixedString(20) COMMENT 'whose debt was repaid',
    liquidator FixedString(20) COMMENT 'who repaid it and took the collateral',
    collateral Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8)) COMMENT 'what was taken; of Compound V2 the cToken',
    collateral_amount_raw UInt256 COMMENT 'raw units',
    collateral_amount Nullable(String) COMMENT 'decimals applied, plain decimal text; null while they are unknown',
    collateral_price Nullable(Decimal(76, 30)) COMMENT 'dollars per token that count: of the newest hour before that of the event, at most a day old',
    collateral_usd Nullable(Decimal(76, 18)) COMMENT 'worth of the amount at that price; null without a price, and where it is too much to be written',
    collateral_usd_via Nullable(String) COMMENT 'the token in the middle, where the price is that of a second hop',
    debt Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8)) COMMENT 'what was repaid; of Compound V2 the underlying token of the contract',
    debt_amount_raw Nullable(UInt256) COMMENT 'raw units; null where a file does not say',
    debt_amount Nullable(String) COMMENT 'as collateral_amount, like the three that follow',
    debt_price Nullable(Decimal(76, 30)),
    debt_usd Nullable(Decimal(76, 18)),
    debt_usd_via Nullable(String),
    accrued_interest_amount_raw Nullable(UInt256) COMMENT 'of Aave V1 alone, raw units of the debt',
    accrued_interest_amount Nullable(String) COMMENT 'decimals applied',
    receives_deposit_token Nullable(Bool) COMMENT 'of Aave alone: whether the liquidator took aTokens',
    version UInt64,
    is_deleted UInt8,
    INDEX borrower_bloom borrower TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted)
ORDER BY (block_timestamp, chain_id, block_number, log_place)
-- A page is fifty rows, and begins in every part.
SETTINGS index_granularity = 1024;

ALTER TABLE finished_liquidations {{on_cluster}} MODIFY COMMENT 'liquidations as they are served';

CREATE TABLE IF NOT EXISTS finished_absorptions {{on_cluster}} (
    block_timestamp DateTime('UTC') CODEC(Delta, LZ4),
    chain_id UInt64,
    block_number UInt64 CODEC(Delta, LZ4),
    log_place UInt32 COMMENT 'index of the log; from 2^31 on a number made of the row, where a file has no index',
    chain LowCardinality(String) COMMENT 'slug of the chain',
    transaction_hash FixedString(32),
    decoded_from LowCardinality(String) COMMENT 'log, or file where somebody else decoded it',
    market FixedString(20) COMMENT 'the emitting contract',
    deployment Nullable(String) COMMENT 'slug of the deployment of the market; null when it is not registered',
    kind LowCardinality(String) COMMENT 'debt or collateral',
    absorber FixedString(20) COMMENT 'who called for it',
    borrower FixedString(20) COMMENT 'whose account it was',
    asset Tuple(address Nullable(FixedString(20)), symbol Nullable(String), decimals Nullable(UInt8)) COMMENT 'what was absorbed; of a debt the base token of the market',
    amount_raw UInt256 COMMENT 'raw units of the asset',
    amount Nullable(String) COMMENT 'decimals applied, plain decimal text; null while they are unknown',
    usd_value_raw UInt256 COMMENT 'as the market valued it, with 8 decimals',
    usd_value String COMMENT 'the same, decimals applied',
    version UInt64,
    is_deleted UInt8,
    INDEX borrower_bloom borrower TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted)
ORDER BY (block_timestamp, chain_id, block_number, log_place)
SETTINGS index_granularity = 1024;

ALTER TABLE finished_absorptions {{on_cluster}} MODIFY COMMENT 'absorptions as they are served';

-- Accounts of a snapshot, the least healthy first. An account whose health another file says otherwise changes its place: the row of the
-- old place is taken back one version below that of the new one, so that tables in another order keep the new one.
CREATE TABLE IF NOT EXISTS finished_health_factors {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64,
    risk String COMMENT 'text that sorts as the health factor does: 40 digits before the point, and what is behind it without trailing zeros; ~ without one',
    protocol LowCardinality(String),
    account FixedString(20),
    chain LowCardinality(String) COMMENT 'slug of the chain',
    deployment Nullable(String) COMMENT 'slug of the only deployment of the protocol on the chain; null where there are several or none',
    block_timestamp DateTime('UTC'),
    health_factor Nullable(Decimal(76, 18)) COMMENT 'below 1 the account can be liquidated; null where it owes nothing or the file has none',
    collateral_usd Nullable(Decimal(76, 18)),
    debt_usd Nullable(Decimal(76, 18)),
    collaterals Array(Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8), amount_raw UInt256, amount Nullable(String))) COMMENT 'what it has, in the order of the file; amount: decimals applied',
    debts Array(Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8), amount_raw UInt256, amount Nullable(String))) COMMENT 'what it owes',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted)
ORDER BY (chain_id, block_number, risk, protocol, account)
SETTINGS index_granularity = 1024;

ALTER TABLE finished_health_factors {{on_cluster}} MODIFY COMMENT 'borrowing accounts in snapshots as they are served';

-- The same by account, so that its history is one stretch.
CREATE TABLE IF NOT EXISTS account_health_factors {{on_cluster}} (
    account FixedString(20),
    chain_id UInt64,
    protocol LowCardinality(String),
    block_number UInt64,
    chain LowCardinality(String) COMMENT 'as in finished_health_factors, like all that follows',
    deployment Nullable(String),
    block_timestamp DateTime('UTC'),
    health_factor Nullable(Decimal(76, 18)),
    collateral_usd Nullable(Decimal(76, 18)),
    debt_usd Nullable(Decimal(76, 18)),
    collaterals Array(Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8), amount_raw UInt256, amount Nullable(String))),
    debts Array(Tuple(address FixedString(20), symbol Nullable(String), decimals Nullable(UInt8), amount_raw UInt256, amount Nullable(String))),
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (account, chain_id, protocol, block_number)
SETTINGS index_granularity = 1024;

ALTER TABLE account_health_factors {{on_cluster}} MODIFY COMMENT 'the same, by account';

CREATE MATERIALIZED VIEW IF NOT EXISTS order_health_factors_by_account {{on_cluster}} TO account_health_factors AS
SELECT account, chain_id, protocol, block_number, chain, deployment, block_timestamp, health_factor, collateral_usd, debt_usd,
    collaterals, debts, version, is_deleted
FROM finished_health_factors;

-- What must be made anew. The views feed these three with every row and tombstone that is written, ingest empties them when it has
-- made it: what a crash left undone stays listed and is done by the next run.
CREATE TABLE IF NOT EXISTS touched_lending_hours {{on_cluster}} (
    chain_id UInt64,
    hour DateTime('UTC') COMMENT 'first second of the hour of the events'
) ENGINE = {{engine_prefix}}ReplacingMergeTree ORDER BY (hour, chain_id);

ALTER TABLE touched_lending_hours {{on_cluster}} MODIFY COMMENT 'hours whose events of lenders have to be finished anew; empty between runs';

CREATE TABLE IF NOT EXISTS touched_lending_names {{on_cluster}} (
    chain_id UInt64,
    address FixedString(20) COMMENT 'a contract of a deployment, or a token',
    first_hour DateTime('UTC') COMMENT 'of the events that it concerns; 1970 where it is its name',
    last_hour DateTime('UTC')
) ENGINE = {{engine_prefix}}ReplacingMergeTree ORDER BY (chain_id, address, first_hour, last_hour);

ALTER TABLE touched_lending_names {{on_cluster}} MODIFY COMMENT 'contracts and tokens of which something else is known; empty between runs';

CREATE TABLE IF NOT EXISTS touched_snapshots {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64
) ENGINE = {{engine_prefix}}ReplacingMergeTree ORDER BY (chain_id, block_number);

ALTER TABLE touched_snapshots {{on_cluster}} MODIFY COMMENT 'snapshots whose accounts have to be finished anew; empty between runs';

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_hours_of_liquidations {{on_cluster}} TO touched_lending_hours AS
SELECT DISTINCT chain_id, toStartOfHour(block_timestamp) AS hour FROM liquidations;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_hours_of_absorptions {{on_cluster}} TO touched_lending_hours AS
SELECT DISTINCT chain_id, toStartOfHour(block_timestamp) AS hour FROM absorptions;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_snapshots_of_health_factors {{on_cluster}} TO touched_snapshots AS
SELECT DISTINCT chain_id, block_number FROM health_factors;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_names_of_lending_deployments {{on_cluster}} TO touched_lending_names AS
SELECT DISTINCT chain_id, address, toDateTime(0, 'UTC') AS first_hour, toDateTime(4294967295, 'UTC') AS last_hour
FROM lending_deployments;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_names_of_tokens {{on_cluster}} TO touched_lending_names AS
SELECT DISTINCT chain_id, address, toDateTime(0, 'UTC') AS first_hour, toDateTime(4294967295, 'UTC') AS last_hour
FROM tokens;

-- The worth of an hour counts in the day behind it.
CREATE MATERIALIZED VIEW IF NOT EXISTS touch_names_of_token_worth {{on_cluster}} TO touched_lending_names AS
SELECT chain_id, token AS address, min(hour) + 3600 AS first_hour, max(hour) + 86400 AS last_hour
FROM token_worth GROUP BY chain_id, token;

-- What was loaded before is finished by the migration's end, a stretch at a time.
INSERT INTO touched_lending_hours (chain_id, hour)
SELECT DISTINCT chain_id, toStartOfHour(block_timestamp) FROM liquidations;

INSERT INTO touched_lending_hours (chain_id, hour)
SELECT DISTINCT chain_id, toStartOfHour(block_timestamp) FROM absorptions;

INSERT INTO touched_snapshots (chain_id, block_number)
SELECT DISTINCT chain_id, block_number FROM health_factors;
