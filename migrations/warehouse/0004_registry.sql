-- What is known about tokens and pools. Both may be loaded before or after the logs that mention them: bars that were
-- built without them are rebuilt.
CREATE TABLE IF NOT EXISTS tokens {{on_cluster}} (
    chain_id UInt64,
    address FixedString(20),
    symbol String,
    name String,
    decimals Nullable(UInt8) COMMENT 'null when unknown: prices of its pools are then null, never raw ratios',
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, address);

CREATE TABLE IF NOT EXISTS pools {{on_cluster}} (
    chain_id UInt64,
    address FixedString(20),
    protocol LowCardinality(String) COMMENT 'slug: uniswap_v2, sushiswap, uniswap_v3, …',
    source LowCardinality(String) COMMENT 'v2 (priced by Sync) or v3 (priced by Swap)',
    token0 FixedString(20),
    token1 FixedString(20),
    fee Nullable(UInt32) COMMENT 'hundredths of a basis point (3000 is 0.3%)',
    created_block Nullable(UInt64),
    version UInt64,
    is_deleted UInt8 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, address);
