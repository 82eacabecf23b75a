-- One row a loaded file: what the warehouse holds and where it came from. The versions of all rows come from here, so
-- that they only ever grow: a run owns `version` (its tombstones) and `version` + 1 (its rows).
CREATE TABLE IF NOT EXISTS ingest_runs {{on_cluster}} (
    version UInt64 COMMENT 'microseconds since 1970 at the start of the run, raised above every earlier run',
    dataset LowCardinality(String),
    source String COMMENT 'file name, or the name a stream was given',
    rows_loaded UInt64,
    rows_bad UInt64,
    finished UInt8 COMMENT '0 while it runs or when it failed'
) ENGINE = {{engine_prefix}}ReplacingMergeTree(finished) ORDER BY version;
