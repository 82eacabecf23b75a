-- The lenses hold where a log stands, and no longer the log: its copy stood in lens_logs three times, which was half of what
-- a log cost to load and three quarters of the room that it took. A page reads its places from one stretch of lens_logs
-- and the logs of these places from logs, in granules of 256 rows, so that 500 places are less than 200,000 rows.
--
-- Granules belong to a table from its beginning: the logs are copied once (a minute for 50 million) and change places with the
-- copy, which the views over them follow by its name. Begun again after a crash, it copies again.
DROP TABLE IF EXISTS fine_logs {{on_cluster}} SYNC;

CREATE TABLE fine_logs {{on_cluster}} (
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
    -- These two as in 0015.
    is_erc20_transfer Bool ALIAS
        topic0 = unhex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
        AND topic_count = 3 AND length(data) = 32
        AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000')),
    lens_subjects Array(Tuple(lens UInt8, subject String)) ALIAS
        arrayDistinct(arrayConcat(
            [(1, concat(unhex('000000000000000000000000'), address))],
            if(is_erc20_transfer, [(1, concat(topic1, '')), (1, concat(topic2, ''))], []),
            if(topic_count > 0, [(2, concat(topic0, ''))], []))),
    INDEX waiting_minmax isNull(block_timestamp) TYPE minmax GRANULARITY 32,
    INDEX version_minmax version TYPE minmax GRANULARITY 32
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number, log_index)
-- New parts in one file each: inserting costs half, and merges make wide parts of them. What is read at once is small.
SETTINGS index_granularity = 256, min_bytes_for_wide_part = 536870912, min_compress_block_size = 16384;

INSERT INTO fine_logs (chain_id, block_number, log_index, block_hash, block_timestamp, transaction_hash, transaction_index,
    address, topic_count, topic0, topic1, topic2, topic3, data, version, is_deleted)
SELECT chain_id, block_number, log_index, block_hash, block_timestamp, transaction_hash, transaction_index, address,
    topic_count, topic0, topic1, topic2, topic3, data, version, is_deleted
FROM logs;

EXCHANGE TABLES logs AND fine_logs {{on_cluster}};

DROP TABLE fine_logs {{on_cluster}} SYNC;

-- The places of 0023, without the log.
ALTER TABLE spread_lens_logs {{on_cluster}} MODIFY QUERY
WITH toFixedString(concat(unhex('000000000000000000000000'), address), 32) AS emitter
SELECT if(place = 2, 'topic', 'address')::Enum8('address' = 1, 'topic' = 2) AS lens, chain_id,
    [emitter, topic0, topic1, topic2][place] AS subject, block_number, log_index, block_timestamp, topic0, version, is_deleted
FROM logs ARRAY JOIN arrayFilter((place, concerned) -> concerned, [1, 2, 3, 4], [
    true,
    topic_count > 0,
    is_erc20_transfer AND topic1 != emitter,
    is_erc20_transfer AND topic2 != emitter AND topic2 != topic1]) AS place;

ALTER TABLE lens_logs {{on_cluster}}
    DROP COLUMN IF EXISTS transaction_hash, DROP COLUMN IF EXISTS transaction_index, DROP COLUMN IF EXISTS address,
    DROP COLUMN IF EXISTS topic_count, DROP COLUMN IF EXISTS topic1, DROP COLUMN IF EXISTS topic2,
    DROP COLUMN IF EXISTS topic3, DROP COLUMN IF EXISTS data, DROP COLUMN IF EXISTS is_erc20_transfer;
