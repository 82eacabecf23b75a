-- What more there is to say in dollars: of tokens that trade against wrapped ether and no dollar token, by a second hop; and
-- what lies in V2 pools, by the reserves of their newest event.
CREATE TABLE IF NOT EXISTS hop_tokens {{on_cluster}} (
    chain_id UInt64,
    address FixedString(20),
    symbol LowCardinality(String) COMMENT 'for people; the address decides',
    version UInt64 DEFAULT 0
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version) ORDER BY (chain_id, address);

INSERT INTO hop_tokens (chain_id, address, symbol)
SELECT chain_id, toFixedString(unhex(digits), 20), 'WETH' FROM values('chain_id UInt64, digits String',
    (1, 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'), (10, '4200000000000000000000000000000000000006'),
    (56, '2170ed0880ac9a755fd29b2688956bd959f933f8'), (100, '6a023ccd1ff6f2045c3309768ead9e68f978f6e1'),
    (130, '4200000000000000000000000000000000000006'), (137, '7ceb23fd6bc0add59e62ac25578270cff1b9f619'),
    (324, '5aea5775959fbc2557cc8789bc1bf90a239d9a91'), (480, '4200000000000000000000000000000000000006'),
    (8453, '4200000000000000000000000000000000000006'), (34443, '4200000000000000000000000000000000000006'),
    (42161, '82af49447d8a07e3bd95bd0d56f35241523fbab1'), (43114, '49d5c2bdffac6ce2bfdb6640f4f80f226bc10bab'),
    (59144, 'e5d7c2a44ffddf6b295a15c148167daaaf5cf34f'), (81457, '4300000000000000000000000000000000000004'),
    (534352, '5300000000000000000000000000000000000004'), (7777777, '4200000000000000000000000000000000000006'));

-- Pools that price a token in a hop token: those of which exactly one side is one.
CREATE VIEW IF NOT EXISTS hop_pools {{on_cluster}} AS
SELECT
    chain_id,
    address,
    (chain_id, token0) IN (SELECT chain_id, address FROM hop_tokens FINAL) AS hop_is_token0,
    if(hop_is_token0, token0, token1) AS hop_token,
    if(hop_is_token0, token1, token0) AS token
FROM pools FINAL
WHERE hop_is_token0 != ((chain_id, token1) IN (SELECT chain_id, address FROM hop_tokens FINAL));

-- As dollar_prices (0010), in units of the hop token.
CREATE TABLE IF NOT EXISTS hop_prices {{on_cluster}} (
    chain_id UInt64,
    token FixedString(20),
    start DateTime('UTC') COMMENT 'first second of the hour',
    pool FixedString(20),
    hop_token FixedString(20),
    price Nullable(String) COMMENT 'hop tokens per token at the end of the hour, plain decimal text',
    volume Nullable(String) COMMENT 'hop tokens that changed hands in the hour, plain decimal text',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, token, start, pool);

CREATE MATERIALIZED VIEW IF NOT EXISTS turn_bars_into_hop_prices {{on_cluster}} TO hop_prices AS
SELECT
    bar.chain_id AS chain_id, priced.token AS token, bar.start AS start, bar.pool AS pool, priced.hop_token AS hop_token,
    if(priced.hop_is_token0, bar.close, bar.inverse_close) AS price,
    if(priced.hop_is_token0, bar.volume_token0, bar.volume_token1) AS volume,
    bar.version AS version, bar.is_deleted AS is_deleted
FROM price_bars AS bar
INNER JOIN hop_pools AS priced ON priced.chain_id = bar.chain_id AND priced.address = bar.pool
WHERE bar.period = 'hourly';

INSERT INTO hop_prices (chain_id, token, start, pool, hop_token, price, volume, version, is_deleted)
SELECT bar.chain_id, priced.token, bar.start, bar.pool, priced.hop_token,
    if(priced.hop_is_token0, bar.close, bar.inverse_close), if(priced.hop_is_token0, bar.volume_token0, bar.volume_token1),
    bar.version, 0
FROM price_bars AS bar FINAL
INNER JOIN hop_pools AS priced ON priced.chain_id = bar.chain_id AND priced.address = bar.pool
WHERE bar.period = 'hourly';

ALTER TABLE newest_bars {{on_cluster}}
    ADD COLUMN IF NOT EXISTS reserve0 Nullable(UInt128) COMMENT 'raw units of token0 after the newest Sync; null where there is none in that block' AFTER daily_bars,
    ADD COLUMN IF NOT EXISTS reserve1 Nullable(UInt128) COMMENT 'raw units of token1' AFTER reserve0;

-- What lies in the pools that have their newest bar already.
INSERT INTO newest_bars (chain_id, pool, start, close, last_block, last_event_at, daily_bars, reserve0, reserve1, version, is_deleted)
SELECT bar.chain_id, bar.pool, bar.start, bar.close, bar.last_block, bar.last_event_at, bar.daily_bars,
    synced.last_reserve0, synced.last_reserve1, bar.version, 0
FROM (SELECT * FROM newest_bars FINAL) AS bar
INNER JOIN (
    SELECT chain_id, pool, toNullable(argMax(reserve0, log_index)) AS last_reserve0, toNullable(argMax(reserve1, log_index)) AS last_reserve1
    FROM v2_syncs FINAL
    WHERE (chain_id, pool, block_number) IN (SELECT chain_id, pool, last_block FROM newest_bars FINAL)
    GROUP BY chain_id, pool
) AS synced ON synced.chain_id = bar.chain_id AND synced.pool = bar.pool;
