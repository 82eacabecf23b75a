-- Health-factor snapshots: what each account of a protocol owed and had at one block. They are computed elsewhere and
-- loaded from files; a row is replaced by the row of the same key from a later file.
CREATE TABLE IF NOT EXISTS health_factors {{on_cluster}} (
    chain_id UInt64,
    protocol LowCardinality(String) COMMENT 'aave_v1, aave_v2, aave_v3, compound_v2, compound_v3; a fork has a word of its own',
    block_number UInt64,
    block_timestamp DateTime('UTC'),
    account FixedString(20),
    health_factor Nullable(Decimal(76, 18)) COMMENT 'below 1 the account can be liquidated; null where it owes nothing or the file has none',
    collateral_usd Nullable(Decimal(76, 18)),
    debt_usd Nullable(Decimal(76, 18)),
    collaterals Array(Tuple(token FixedString(20), amount UInt256)) COMMENT 'raw units',
    debts Array(Tuple(token FixedString(20), amount UInt256)) COMMENT 'raw units',
    version UInt64,
    is_deleted UInt8 DEFAULT 0,
    INDEX account_bloom account TYPE bloom_filter(0.01) GRANULARITY 4
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, protocol, block_number, account);

-- The blocks that snapshots were taken at, so that the nearest one is found without reading the accounts.
CREATE TABLE IF NOT EXISTS health_factor_snapshots {{on_cluster}} (
    chain_id UInt64,
    protocol LowCardinality(String),
    block_number UInt64,
    block_timestamp DateTime('UTC'),
    version UInt64
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version) ORDER BY (chain_id, protocol, block_number);

CREATE MATERIALIZED VIEW IF NOT EXISTS list_health_factor_snapshots {{on_cluster}} TO health_factor_snapshots AS
SELECT DISTINCT chain_id, protocol, block_number, block_timestamp, version
FROM health_factors
WHERE is_deleted = 0;
