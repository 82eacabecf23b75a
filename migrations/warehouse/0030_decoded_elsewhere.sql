-- Events that somebody else decoded, as their files have them. They never mix with what is decoded here: after each run
-- those without a log of ours are copied into the served tables as rows of `decoded_from` file (host/src/ingest/settling),
-- and taken back when the log comes.
CREATE TABLE IF NOT EXISTS file_liquidations {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64,
    transaction_hash FixedString(32),
    place UInt32 COMMENT 'index of the log; from 2^31 on a number made of the row, where the file has no index',
    log_index Nullable(UInt32),
    block_hash FixedString(32) COMMENT 'zero bytes: the file did not say',
    block_timestamp Nullable(DateTime('UTC')) COMMENT 'as the file has it; that of the block counts where it is known',
    address Nullable(FixedString(20)) COMMENT 'the emitting contract',
    stated_protocol Nullable(String) COMMENT 'as the file calls it; counts where the contract is not registered',
    borrower FixedString(20),
    liquidator FixedString(20),
    collateral_asset FixedString(20),
    collateral_amount UInt256,
    debt_asset Nullable(FixedString(20)),
    debt_amount Nullable(UInt256),
    load UInt64 DEFAULT 0 COMMENT 'number of the load',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number, transaction_hash, place);

CREATE TABLE IF NOT EXISTS file_absorptions {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64,
    transaction_hash FixedString(32),
    place UInt32 COMMENT 'index of the log; from 2^31 on a number made of the row, where the file has no index',
    log_index Nullable(UInt32),
    block_hash FixedString(32) COMMENT 'zero bytes: the file did not say',
    block_timestamp Nullable(DateTime('UTC')) COMMENT 'as the file has it; that of the block counts where it is known',
    address FixedString(20) COMMENT 'the emitting market',
    absorber FixedString(20),
    borrower FixedString(20),
    asset Nullable(FixedString(20)) COMMENT 'the collateral; null of a debt',
    amount UInt256,
    usd_value UInt256 COMMENT 'with 8 decimals',
    load UInt64 DEFAULT 0 COMMENT 'number of the load',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number, transaction_hash, place);

CREATE TABLE IF NOT EXISTS file_swaps {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64,
    transaction_hash FixedString(32),
    place UInt32 COMMENT 'index of the log; from 2^31 on a number made of the row, where the file has no index',
    log_index Nullable(UInt32),
    block_hash FixedString(32) COMMENT 'zero bytes: the file did not say',
    block_timestamp Nullable(DateTime('UTC')) COMMENT 'as the file has it; that of the block counts where it is known',
    address FixedString(20) COMMENT 'the pool',
    sender Nullable(FixedString(20)),
    recipient Nullable(FixedString(20)),
    amount0 Nullable(Int256) COMMENT 'raw units of token0, positive into the pool',
    amount1 Nullable(Int256) COMMENT 'raw units of token1, positive into the pool',
    token_in Nullable(FixedString(20)),
    amount_in Nullable(UInt256),
    token_out Nullable(FixedString(20)),
    amount_out Nullable(UInt256),
    sqrt_price_x96 Nullable(UInt256) COMMENT 'after the swap, of V3 pools',
    liquidity Nullable(UInt128),
    tick Nullable(Int256),
    load UInt64 DEFAULT 0 COMMENT 'number of the load',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number, transaction_hash, place);

-- Rows of files that say another thing than the log that was decoded here.
CREATE TABLE IF NOT EXISTS decoded_differences {{on_cluster}} (
    dataset LowCardinality(String),
    chain_id UInt64,
    block_number UInt64,
    transaction_hash FixedString(32),
    place UInt32,
    load UInt64,
    columns Array(String) COMMENT 'what differs',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (dataset, chain_id, block_number, transaction_hash, place);

ALTER TABLE liquidations {{on_cluster}}
    MODIFY COLUMN debt_amount Nullable(UInt256) COMMENT 'raw units of the debt; null where a file does not say',
    ADD COLUMN IF NOT EXISTS decoded_from LowCardinality(String) DEFAULT 'log' COMMENT 'log, or file where somebody else decoded it',
    ADD COLUMN IF NOT EXISTS stated_protocol LowCardinality(String) DEFAULT '' COMMENT 'what a file calls the protocol';
ALTER TABLE absorptions {{on_cluster}}
    ADD COLUMN IF NOT EXISTS decoded_from LowCardinality(String) DEFAULT 'log' COMMENT 'log, or file where somebody else decoded it';
ALTER TABLE v2_swaps {{on_cluster}}
    ADD COLUMN IF NOT EXISTS decoded_from LowCardinality(String) DEFAULT 'log' COMMENT 'log, or file where somebody else decoded it';
ALTER TABLE v3_swaps {{on_cluster}}
    ADD COLUMN IF NOT EXISTS decoded_from LowCardinality(String) DEFAULT 'log' COMMENT 'log, or file where somebody else decoded it';
