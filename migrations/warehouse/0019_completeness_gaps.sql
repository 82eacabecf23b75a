-- Blocks of followed chains that the server could not give, and those that were still to be fetched when following went
-- on above them. Filled from the lowest block up: a gap that was filled in part is a closed one and an open one above it.
-- Gaps that a reorganisation overtook are deleted, since their blocks are read anew.
CREATE TABLE IF NOT EXISTS completeness_gaps {{on_cluster}} (
    chain_id UInt64,
    first_block UInt64,
    last_block UInt64,
    reason LowCardinality(String) COMMENT 'missing_block, incomplete_logs, unreadable, refused, rejected, detached or not_fetched',
    opened_at DateTime('UTC'),
    closed_at Nullable(DateTime('UTC')) COMMENT 'null while blocks are missing',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, first_block);
