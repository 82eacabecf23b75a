-- Bars: what each pool's price and volume were in each hour and each day. They are no view over inserts, which would
-- count replays and orphans twice: ingest recomputes every touched day from the deduplicated events (host/src/ingest/bars).
-- A bar exists where the period has at least one price event. Prices are token0 per token1 with decimals applied, as
-- plain decimal text of up to 19 significant digits, null while a token's decimals are unknown; inverse_* are token1 per
-- token0 (17 digits), with inverse_high the highest inverse price. Parse with toFloat64 where a number is wanted.
CREATE TABLE IF NOT EXISTS price_bars {{on_cluster}} (
    chain_id UInt64,
    pool FixedString(20),
    period LowCardinality(String) COMMENT 'hourly or daily',
    start DateTime('UTC') COMMENT 'first second of the period',
    source LowCardinality(String) COMMENT 'v2_reserves or v3_swaps',
    open Nullable(String),
    high Nullable(String),
    low Nullable(String),
    close Nullable(String),
    inverse_open Nullable(String),
    inverse_high Nullable(String),
    inverse_low Nullable(String),
    inverse_close Nullable(String),
    volume_token0 Nullable(String) COMMENT 'decimals applied; null while they are unknown',
    volume_token1 Nullable(String) COMMENT 'decimals applied; null while they are unknown',
    volume_token0_raw UInt256 COMMENT 'swapped in both directions, raw units',
    volume_token1_raw UInt256 COMMENT 'swapped in both directions, raw units',
    trades UInt64 COMMENT 'swaps; 0 where only the reserves changed',
    price_events UInt64,
    first_block UInt64,
    last_block UInt64,
    last_event_at DateTime('UTC') COMMENT 'time of the newest event in the bar',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, pool, period, start);

-- The (pool, day) pairs whose bars must be recomputed. The decoding views feed it with every inserted row and tombstone,
-- ingest empties it after recomputing: what a crash left undone stays listed and is done by the next run.
CREATE TABLE IF NOT EXISTS touched_days {{on_cluster}} (
    chain_id UInt64,
    pool FixedString(20),
    day Date
) ENGINE = {{engine_prefix}}ReplacingMergeTree ORDER BY (day, chain_id, pool);

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_days_of_v2_syncs {{on_cluster}} TO touched_days AS
SELECT DISTINCT chain_id, pool, toDate(block_timestamp) AS day FROM v2_syncs;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_days_of_v2_swaps {{on_cluster}} TO touched_days AS
SELECT DISTINCT chain_id, pool, toDate(block_timestamp) AS day FROM v2_swaps;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_days_of_v3_swaps {{on_cluster}} TO touched_days AS
SELECT DISTINCT chain_id, pool, toDate(block_timestamp) AS day FROM v3_swaps;

-- Every price that was ever set, one row an event, deduplicated: what bars are made of. Raw units, see 0005.
CREATE VIEW IF NOT EXISTS price_points {{on_cluster}} AS
SELECT chain_id, pool, 'v2' AS source, block_number, log_index, block_timestamp, price_exponent, price_mantissa
FROM v2_syncs FINAL WHERE price_mantissa > 0
UNION ALL
SELECT chain_id, pool, 'v3' AS source, block_number, log_index, block_timestamp, price_exponent, price_mantissa
FROM v3_swaps FINAL WHERE price_mantissa > 0;
