-- Logs that carry the topic of a known event and not its shape (another number of topics, another length of data, words
-- out of their type's range): kept raw in logs, listed here, never guessed at. The conditions are those of the decoding
-- views in 0005 and 0006, negated. Logs that only wait for their block's time are not listed here; they are the logs
-- with a null block_timestamp.
CREATE TABLE IF NOT EXISTS undecoded_logs {{on_cluster}} (
    chain_id UInt64,
    block_number UInt64,
    log_index UInt32,
    address FixedString(20),
    event LowCardinality(String) COMMENT 'v2_sync, v2_swap or v3_swap',
    topic_count UInt8,
    data_length UInt32 COMMENT 'bytes',
    version UInt64,
    is_deleted UInt8,
    INDEX version_minmax version TYPE minmax GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, block_number, log_index);

CREATE MATERIALIZED VIEW IF NOT EXISTS list_undecoded_logs {{on_cluster}} TO undecoded_logs AS
SELECT
    chain_id, block_number, log_index, address,
    multiIf(
        topic0 = unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'), 'v2_sync',
        topic0 = unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'), 'v2_swap',
        'v3_swap') AS event,
    topic_count, toUInt32(length(data)) AS data_length, version, is_deleted
FROM logs
WHERE topic0 IN (
        unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
        unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
        unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'))
  AND NOT multiIf(
        topic0 = unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
            topic_count = 1 AND length(data) = 64
            AND substring(data, 1, 18) = repeat('\0', 18) AND substring(data, 33, 18) = repeat('\0', 18),
        topic0 = unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
            topic_count = 3 AND length(data) = 128,
        topic_count = 3 AND length(data) = 160
            AND substring(data, 65, 12) = repeat('\0', 12) AND substring(data, 97, 16) = repeat('\0', 16)
            AND substring(data, 129, 29) IN (repeat('\0', 29), unhex(repeat('ff', 29))));
