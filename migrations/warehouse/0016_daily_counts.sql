-- Counts by day: what the explorer says of how many rows there are, without counting them. They are no views over inserts,
-- which would count replays and orphans twice: after each run ingest recounts every touched day from the deduplicated
-- rows (host/src/ingest/daily_counts). Rows whose time is not known yet count under the day 1970-01-01.
CREATE TABLE IF NOT EXISTS lens_days {{on_cluster}} (
    lens Enum8('address' = 1, 'topic' = 2),
    chain_id UInt64,
    subject FixedString(32) COMMENT 'as in lens_logs',
    topic0 FixedString(32) COMMENT 'zero bytes for logs without topics',
    day Date,
    logs UInt64,
    first_block UInt64,
    last_block UInt64,
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (lens, chain_id, subject, day, topic0)
SETTINGS index_granularity = 1024;

CREATE TABLE IF NOT EXISTS chain_days {{on_cluster}} (
    chain_id UInt64,
    day Date,
    blocks UInt64,
    transactions UInt64,
    logs UInt64,
    first_block UInt64,
    last_block UInt64,
    newest_at Nullable(DateTime('UTC')) COMMENT 'time of the newest row; null on the day of unknown time',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, day);

-- The days to recount, with the blocks that were touched in them. The views feed it with every inserted row and tombstone,
-- ingest empties it after recounting: what a crash left undone stays listed and is done by the next run.
CREATE TABLE IF NOT EXISTS touched_chain_days {{on_cluster}} (
    chain_id UInt64,
    day Date,
    first_block UInt64,
    last_block UInt64
) ENGINE = {{engine_prefix}}ReplacingMergeTree ORDER BY (chain_id, day, first_block, last_block);

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_days_of_logs {{on_cluster}} TO touched_chain_days AS
SELECT chain_id, toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) AS day,
    min(block_number) AS first_block, max(block_number) AS last_block
FROM logs GROUP BY chain_id, day;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_days_of_transactions {{on_cluster}} TO touched_chain_days AS
SELECT chain_id, toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) AS day,
    min(block_number) AS first_block, max(block_number) AS last_block
FROM transactions GROUP BY chain_id, day;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_days_of_blocks {{on_cluster}} TO touched_chain_days AS
SELECT chain_id, toDate(block_timestamp) AS day, min(block_number) AS first_block, max(block_number) AS last_block
FROM blocks GROUP BY chain_id, day;

-- What was loaded before is counted by the next run.
INSERT INTO touched_chain_days (chain_id, day, first_block, last_block)
SELECT chain_id, toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) AS day, min(block_number), max(block_number)
FROM logs GROUP BY chain_id, day;

INSERT INTO touched_chain_days (chain_id, day, first_block, last_block)
SELECT chain_id, toDate(ifNull(block_timestamp, toDateTime(0, 'UTC'))) AS day, min(block_number), max(block_number)
FROM transactions GROUP BY chain_id, day;

INSERT INTO touched_chain_days (chain_id, day, first_block, last_block)
SELECT chain_id, toDate(block_timestamp) AS day, min(block_number), max(block_number)
FROM blocks GROUP BY chain_id, day;
