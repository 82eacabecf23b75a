-- Which file brought what. Loads of files are numbered, and every row has the number of its load, so that a load can be
-- taken back (host/src/ingest/withdrawal). 0: rows from before there were numbers, and rows of chains that are followed.
CREATE TABLE IF NOT EXISTS loads {{on_cluster}} (
    number UInt64,
    version UInt64 COMMENT 'of the run, see ingest_runs',
    dataset LowCardinality(String),
    file String COMMENT 'file name as given, or the name a stream was given',
    digest String COMMENT 'SHA-256 of the bytes of the file, in hex',
    chain_ids Array(UInt64),
    first_block Nullable(UInt64) COMMENT 'null for datasets without blocks',
    last_block Nullable(UInt64),
    rows UInt64,
    rows_bad UInt64 COMMENT 'left out with --skip-bad',
    conflicts UInt64 COMMENT 'rows that differed from the stored ones',
    started_at DateTime64(6, 'UTC'),
    finished_at Nullable(DateTime('UTC')) COMMENT 'null while it runs or when it failed',
    withdrawn_at Nullable(DateTime('UTC')),
    revision UInt64
) ENGINE = {{engine_prefix}}ReplacingMergeTree(revision) ORDER BY number;

-- Rows of a load that an earlier one had brought too (repeated), or that it took the place of (replaced): they do not come
-- back when it is withdrawn, until the earlier load is repeated.
CREATE TABLE IF NOT EXISTS load_overlaps {{on_cluster}} (
    load UInt64,
    earlier_load UInt64,
    reason LowCardinality(String) COMMENT 'repeated or replaced',
    rows UInt64
) ENGINE = {{engine_prefix}}SummingMergeTree ORDER BY (load, earlier_load, reason);

-- Rows that differ from the stored ones of the same place in the same block: at most 10,000 of a load, by place.
CREATE TABLE IF NOT EXISTS load_conflicts {{on_cluster}} (
    chain_id UInt64,
    dataset LowCardinality(String),
    block_number UInt64,
    position UInt32 COMMENT 'index of the log or the transaction; 0 of a block',
    load UInt64 COMMENT 'whose row came later',
    stored_load UInt64 COMMENT 'whose row was there; the same where a file has both',
    columns Array(String) COMMENT 'what differs',
    is_replaced UInt8 COMMENT '1 where the later row was taken',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (load, chain_id, dataset, block_number, position);

ALTER TABLE blocks {{on_cluster}} ADD COLUMN IF NOT EXISTS load UInt64 DEFAULT 0 COMMENT 'number of the load';
ALTER TABLE transactions {{on_cluster}}
    ADD COLUMN IF NOT EXISTS load UInt64 DEFAULT 0 COMMENT 'number of the load',
    ADD COLUMN IF NOT EXISTS time_from_block UInt8 DEFAULT 0 COMMENT '1 where the time is that of the block and not of the file';
ALTER TABLE logs {{on_cluster}}
    ADD COLUMN IF NOT EXISTS load UInt64 DEFAULT 0 COMMENT 'number of the load',
    ADD COLUMN IF NOT EXISTS time_from_block UInt8 DEFAULT 0 COMMENT '1 where the time is that of the block and not of the file';
ALTER TABLE tokens {{on_cluster}} ADD COLUMN IF NOT EXISTS load UInt64 DEFAULT 0 COMMENT 'number of the load';
ALTER TABLE pools {{on_cluster}} ADD COLUMN IF NOT EXISTS load UInt64 DEFAULT 0 COMMENT 'number of the load';
ALTER TABLE lending_deployments {{on_cluster}} ADD COLUMN IF NOT EXISTS load UInt64 DEFAULT 0 COMMENT 'number of the load';
ALTER TABLE health_factors {{on_cluster}} ADD COLUMN IF NOT EXISTS load UInt64 DEFAULT 0 COMMENT 'number of the load';
ALTER TABLE topic_names {{on_cluster}} ADD COLUMN IF NOT EXISTS load UInt64 DEFAULT 0 COMMENT 'number of the load';
