-- What is newest, so that a page that shows it reads no more the longer a chain is. Every part follows replays and
-- reorganisations: hourly_bars takes each bar and tombstone as it is written, and the two others are made anew by ingest
-- of what a run touched, from the deduplicated rows (host/src/ingest/bars, host/src/ingest/daily_counts).

-- The hourly bars once more, in the order of time: what happened in a day is read without the days before it. Fed row by
-- row by every bar and tombstone that is written (0008).
CREATE TABLE IF NOT EXISTS hourly_bars {{on_cluster}} (
    start DateTime('UTC') COMMENT 'first second of the hour',
    chain_id UInt64,
    pool FixedString(20),
    close Nullable(String) COMMENT 'as in price_bars, like all that follows',
    volume_token0 Nullable(String),
    volume_token1 Nullable(String),
    trades UInt64,
    last_event_at DateTime('UTC'),
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (start, chain_id, pool)
SETTINGS index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS order_bars_by_time {{on_cluster}} TO hourly_bars AS
SELECT start, chain_id, pool, close, volume_token0, volume_token1, trades, last_event_at, version, is_deleted
FROM price_bars WHERE period = 'hourly';

INSERT INTO hourly_bars (start, chain_id, pool, close, volume_token0, volume_token1, trades, last_event_at, version,
    is_deleted)
SELECT start, chain_id, pool, close, volume_token0, volume_token1, trades, last_event_at, version, 0
FROM price_bars FINAL WHERE period = 'hourly';

-- The newest hourly bar of each pool that has one. Ingest makes the rows of the pools whose bars it recomputed, after them.
CREATE TABLE IF NOT EXISTS newest_bars {{on_cluster}} (
    chain_id UInt64,
    pool FixedString(20),
    start DateTime('UTC') COMMENT 'first second of the newest hour with a bar',
    close Nullable(String) COMMENT 'as in price_bars',
    last_block UInt64,
    last_event_at DateTime('UTC'),
    daily_bars UInt64 COMMENT 'days with a bar',
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, pool);

INSERT INTO newest_bars (chain_id, pool, start, close, last_block, last_event_at, daily_bars, version, is_deleted)
SELECT chain_id, pool, newest.1, newest.2, newest.3, newest.4, daily_bars, newest_version, 0
FROM (
    SELECT chain_id, pool,
        argMaxIf((start, close, last_block, last_event_at), start, period = 'hourly') AS newest,
        countIf(period = 'daily') AS daily_bars,
        max(version) AS newest_version
    FROM price_bars FINAL
    GROUP BY chain_id, pool
);

-- What is newest of each kind of rows on a day. first_block and last_block are those of the rows that are there (before
-- this file they reached as far as rows that were taken back), so that the newest day's last_block is the chain's head.
ALTER TABLE chain_days {{on_cluster}}
    ADD COLUMN IF NOT EXISTS newest_block_at Nullable(DateTime('UTC')) COMMENT 'time of the newest block' AFTER newest_at,
    ADD COLUMN IF NOT EXISTS newest_transaction_at Nullable(DateTime('UTC')) COMMENT 'time of the newest transaction' AFTER newest_block_at,
    ADD COLUMN IF NOT EXISTS newest_log_at Nullable(DateTime('UTC')) COMMENT 'time of the newest log' AFTER newest_transaction_at;

-- Days that were counted before are taken to end with each kind alike; the next run counts each chain's newest day anew.
INSERT INTO chain_days (chain_id, day, blocks, transactions, logs, first_block, last_block, newest_at, newest_block_at,
    newest_transaction_at, newest_log_at, version, is_deleted)
SELECT chain_id, day, blocks, transactions, logs, first_block, last_block, newest_at,
    ifNull(newest_block_at, if(blocks > 0, newest_at, NULL)),
    ifNull(newest_transaction_at, if(transactions > 0, newest_at, NULL)),
    ifNull(newest_log_at, if(logs > 0, newest_at, NULL)), version, 0
FROM chain_days FINAL;

INSERT INTO touched_chain_days (chain_id, day, first_block, last_block)
SELECT chain_id, day, first_block, last_block FROM chain_days FINAL
WHERE day > toDate(0)
ORDER BY day DESC
LIMIT 1 BY chain_id;
