-- Raw chain data, complete and as the node gave it. Everything else in the warehouse is derived from these tables.
-- A row is replaced by the row of the same key with a higher version; is_deleted = 1 is a tombstone (its block was
-- reorganised away, or its range was replaced). Readers say FINAL. Addresses and hashes are raw bytes, not hex.
-- A hash of 32 zero bytes means "the file did not say"; a log or transaction without time waits for its block.
CREATE TABLE IF NOT EXISTS blocks {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64,
    block_hash FixedString(32),
    parent_hash FixedString(32),
    block_timestamp DateTime('UTC') CODEC(Delta, ZSTD),
    miner FixedString(20) COMMENT 'fee recipient',
    gas_limit UInt64,
    gas_used UInt64,
    base_fee_per_gas Nullable(UInt64) COMMENT 'wei; null before EIP-1559',
    size_bytes Nullable(UInt64),
    transaction_count Nullable(UInt32),
    extra_data String,
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number);

CREATE TABLE IF NOT EXISTS transactions {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64,
    transaction_index UInt32,
    transaction_hash FixedString(32),
    block_hash FixedString(32),
    block_timestamp Nullable(DateTime('UTC')),
    nonce UInt64,
    from_address FixedString(20),
    to_address Nullable(FixedString(20)) COMMENT 'null for a contract creation',
    value UInt256 COMMENT 'wei',
    gas_limit UInt64,
    gas_price Nullable(UInt256) COMMENT 'wei',
    max_fee_per_gas Nullable(UInt256) COMMENT 'wei',
    max_priority_fee_per_gas Nullable(UInt256) COMMENT 'wei',
    gas_used Nullable(UInt64),
    transaction_type Nullable(UInt8),
    success Nullable(UInt8) COMMENT 'receipt status; null when the file has none',
    input String,
    version UInt64,
    is_deleted UInt8 DEFAULT 0,
    INDEX transaction_hash_bloom transaction_hash TYPE bloom_filter(0.01) GRANULARITY 4
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number, transaction_index);

CREATE TABLE IF NOT EXISTS logs {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64 CODEC(Delta, LZ4),
    log_index UInt32,
    block_hash FixedString(32),
    block_timestamp Nullable(DateTime('UTC')) COMMENT 'null until the block is known: kept, counted, not yet decoded',
    transaction_hash FixedString(32),
    transaction_index UInt32,
    address FixedString(20),
    topic_count UInt8 COMMENT '0 to 4; topics beyond it are zero bytes',
    topic0 FixedString(32),
    topic1 FixedString(32),
    topic2 FixedString(32),
    topic3 FixedString(32),
    data String COMMENT 'raw bytes',
    version UInt64,
    is_deleted UInt8 DEFAULT 0,
    INDEX waiting_minmax isNull(block_timestamp) TYPE minmax GRANULARITY 1,
    INDEX version_minmax version TYPE minmax GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number, log_index)
-- New parts in one file each: inserting costs half, and merges make wide parts of them.
SETTINGS min_bytes_for_wide_part = 536870912;
