-- Logs in the order in which the explorer's lenses read them: by what they concern. A log concerns the address that emitted
-- it, its topic0 and, where it is an ERC-20 transfer, both parties. Each of these is a row, with the log whole, so that a
-- page is read from one stretch of this table and nowhere else. Versions and tombstones are the log's: replays change
-- nothing, and what a reorganisation takes away vanishes here too.
--
-- ERC-20: event Transfer(address indexed from, address indexed to, uint256 value)
-- ERC-721 has the same topic0 with a fourth topic and no data; its parties are not followed.
ALTER TABLE logs {{on_cluster}} ADD COLUMN IF NOT EXISTS is_erc20_transfer Bool ALIAS
    topic0 = unhex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
    AND topic_count = 3 AND length(data) = 32
    AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000'));

-- Lens (1: address, 2: topic) and subject. An address is written as in a topic, with twelve zero bytes in front.
ALTER TABLE logs {{on_cluster}} ADD COLUMN IF NOT EXISTS lens_subjects Array(Tuple(lens UInt8, subject String)) ALIAS
    arrayDistinct(arrayConcat(
        [(1, concat(unhex('000000000000000000000000'), address))],
        if(is_erc20_transfer, [(1, concat(topic1, '')), (1, concat(topic2, ''))], []),
        if(topic_count > 0, [(2, concat(topic0, ''))], [])));

CREATE TABLE IF NOT EXISTS lens_logs {{on_cluster}} (
    lens Enum8('address' = 1, 'topic' = 2),
    chain_id UInt64,
    subject FixedString(32) COMMENT 'an address behind twelve zero bytes, or topic0',
    block_number UInt64 CODEC(Delta, LZ4),
    log_index UInt32,
    block_timestamp Nullable(DateTime('UTC')) COMMENT 'null until the block is known',
    transaction_hash FixedString(32),
    transaction_index UInt32,
    address FixedString(20) COMMENT 'who emitted it',
    topic_count UInt8,
    topic0 FixedString(32),
    topic1 FixedString(32),
    topic2 FixedString(32),
    topic3 FixedString(32),
    data String,
    is_erc20_transfer Bool,
    version UInt64,
    is_deleted UInt8
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted)
ORDER BY (lens, chain_id, subject, block_number, log_index)
-- A page examines at most 200,000 rows and begins in every part: small granules keep what it reads in vain small.
SETTINGS index_granularity = 1024, min_bytes_for_wide_part = 536870912;

CREATE MATERIALIZED VIEW IF NOT EXISTS spread_lens_logs {{on_cluster}} TO lens_logs AS
SELECT place.lens AS lens, chain_id, toFixedString(place.subject, 32) AS subject, block_number, log_index, block_timestamp,
    transaction_hash, transaction_index, address, topic_count, topic0, topic1, topic2, topic3, data, is_erc20_transfer,
    version, is_deleted
FROM logs ARRAY JOIN lens_subjects AS place;

-- What was loaded before.
INSERT INTO lens_logs (lens, chain_id, subject, block_number, log_index, block_timestamp, transaction_hash,
    transaction_index, address, topic_count, topic0, topic1, topic2, topic3, data, is_erc20_transfer, version, is_deleted)
SELECT place.lens, chain_id, toFixedString(place.subject, 32), block_number, log_index, block_timestamp, transaction_hash,
    transaction_index, address, topic_count, topic0, topic1, topic2, topic3, data, is_erc20_transfer, version, is_deleted
FROM logs ARRAY JOIN lens_subjects AS place;

-- Logs with Transfer's topic and neither shape: kept raw, listed, never guessed at (see 0007).
CREATE MATERIALIZED VIEW IF NOT EXISTS list_undecoded_transfers {{on_cluster}} TO undecoded_logs AS
SELECT chain_id, block_number, log_index, address, 'erc20_transfer' AS event, topic_count,
    toUInt32(length(data)) AS data_length, version, is_deleted
FROM logs
WHERE topic0 = unhex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
  AND NOT is_erc20_transfer AND NOT (topic_count = 4 AND length(data) = 0);
