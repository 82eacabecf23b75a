-- What the lists of pools and tokens say, finished: of each chain as of its newest full hour, the start of the hour that its newest
-- event falls in. Ingest makes the rows that a run concerns, after the bars (host/ingest/src/rankings.rs), and writes those alone
-- that are other than before. A ranking of an earlier hour is worked out from the bars by whoever still walks through it.
CREATE TABLE IF NOT EXISTS ranking_hours {{on_cluster}} (
    chain_id UInt64,
    ranked_at DateTime('UTC') COMMENT 'the full hour that the rows of the chain are as of',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY chain_id;

ALTER TABLE ranking_hours {{on_cluster}} MODIFY COMMENT 'the hour that each chain is ranked at';

CREATE TABLE IF NOT EXISTS pool_activity {{on_cluster}} (
    chain_id UInt64,
    pool FixedString(20),
    bars UInt64 COMMENT 'hours of the day before the chain''s hour in which a price was set',
    trades UInt64 COMMENT 'swaps in those 24 hours',
    volume_token0 Nullable(Decimal(76, 18)) COMMENT 'decimals applied; null where one hour''s is not known',
    volume_token1 Nullable(Decimal(76, 18)),
    price Nullable(String) COMMENT 'the newest close before the chain''s hour',
    price_at Nullable(DateTime('UTC')) COMMENT 'when it was set',
    price_before Nullable(String) COMMENT 'the newest close of the day before those 24 hours',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, pool)
SETTINGS index_granularity = 1024;

ALTER TABLE pool_activity {{on_cluster}} MODIFY COMMENT 'what happened in each pool in the day before its chain''s hour';

CREATE TABLE IF NOT EXISTS ranked_tokens {{on_cluster}} (
    chain_id UInt64,
    token FixedString(20),
    is_registered UInt8 COMMENT '0: no file said anything of it; it is not listed',
    symbol Nullable(String),
    name Nullable(String),
    decimals Nullable(UInt8),
    pools UInt64 COMMENT 'pools that it is a side of',
    price_usd Nullable(String) COMMENT 'dollars per token by the busiest pool with a dollar token in the day before the chain''s hour',
    volume Nullable(String) COMMENT 'swapped in that day, decimals applied',
    volume_usd Nullable(String),
    price_at Nullable(DateTime('UTC')) COMMENT 'of the newest price in that day',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, token)
SETTINGS index_granularity = 1024;

ALTER TABLE ranked_tokens {{on_cluster}} MODIFY COMMENT 'tokens that are a side of a pool, with their worth and volume in the day before their chain''s hour';

CREATE TABLE IF NOT EXISTS ranked_pools {{on_cluster}} (
    chain_id UInt64,
    pool FixedString(20),
    protocol LowCardinality(String),
    source LowCardinality(String),
    fee Nullable(UInt32),
    token0 FixedString(20),
    symbol0 Nullable(String),
    decimals0 Nullable(UInt8),
    token1 FixedString(20),
    symbol1 Nullable(String),
    decimals1 Nullable(UInt8),
    trades UInt64 COMMENT 'swaps in the day before the chain''s hour',
    volume_token0 Nullable(String) COMMENT 'of that day, decimals applied',
    volume_token1 Nullable(String),
    volume_usd Nullable(String),
    price Nullable(String) COMMENT 'token0 per token1',
    price_at Nullable(DateTime('UTC')),
    price_reason Nullable(String) COMMENT 'why there is no price',
    change_percent Nullable(String),
    liquidity_usd Nullable(String) COMMENT 'by the reserves after the newest event; null of V3 pools',
    liquidity_at Nullable(DateTime('UTC')),
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, pool)
SETTINGS index_granularity = 1024;

ALTER TABLE ranked_pools {{on_cluster}} MODIFY COMMENT 'pools with what happened in them in the day before their chain''s hour';

-- What must be made anew: `pool` a pool of which something happened in the hour, `token` a token's figures, `side` the rows of the pools
-- that a token is a side of. The views feed it with every row and tombstone that matters, ingest empties it when all is made: what a
-- crash left undone stays listed and is done by the next run.
CREATE TABLE IF NOT EXISTS touched_rankings {{on_cluster}} (
    kind Enum8('pool' = 1, 'token' = 2, 'side' = 3),
    chain_id UInt64,
    address FixedString(20),
    hour DateTime('UTC') COMMENT 'of a pool: first second of the hour; 1970: any'
) ENGINE = {{engine_prefix}}ReplacingMergeTree ORDER BY (kind, chain_id, address, hour);

ALTER TABLE touched_rankings {{on_cluster}} MODIFY COMMENT 'rows of the rankings that have to be made anew; empty between runs';

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_rankings_of_v2_syncs {{on_cluster}} TO touched_rankings AS
SELECT DISTINCT 'pool' AS kind, chain_id, pool AS address, toStartOfHour(block_timestamp) AS hour FROM v2_syncs;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_rankings_of_v2_swaps {{on_cluster}} TO touched_rankings AS
SELECT DISTINCT 'pool' AS kind, chain_id, pool AS address, toStartOfHour(block_timestamp) AS hour FROM v2_swaps;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_rankings_of_v3_swaps {{on_cluster}} TO touched_rankings AS
SELECT DISTINCT 'pool' AS kind, chain_id, pool AS address, toStartOfHour(block_timestamp) AS hour FROM v3_swaps;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_rankings_of_pools {{on_cluster}} TO touched_rankings AS
SELECT tupleElement(entry, 1) AS kind, chain_id, tupleElement(entry, 2) AS address
FROM (SELECT chain_id, arrayJoin([('pool', address), ('token', token0), ('token', token1)]) AS entry FROM pools);

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_rankings_of_tokens {{on_cluster}} TO touched_rankings AS
SELECT 'token' AS kind, chain_id, address FROM tokens;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_rankings_of_activity {{on_cluster}} TO touched_rankings AS
SELECT 'token' AS kind, moved.chain_id AS chain_id, arrayJoin([pool.token0, pool.token1]) AS address
FROM pool_activity AS moved
INNER JOIN (SELECT chain_id, address, token0, token1 FROM pools) AS pool ON pool.chain_id = moved.chain_id AND pool.address = moved.pool;

CREATE MATERIALIZED VIEW IF NOT EXISTS touch_rankings_of_sides {{on_cluster}} TO touched_rankings AS
SELECT 'side' AS kind, chain_id, token AS address FROM ranked_tokens;

-- What was loaded before is made by the migration's end.
INSERT INTO touched_rankings (kind, chain_id, address)
SELECT 'pool', chain_id, address FROM pools FINAL
UNION ALL SELECT 'pool', chain_id, pool FROM newest_bars FINAL;

INSERT INTO touched_rankings (kind, chain_id, address)
SELECT DISTINCT 'token', chain_id, arrayJoin([token0, token1]) FROM pools FINAL;
