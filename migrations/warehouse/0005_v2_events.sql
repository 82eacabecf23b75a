-- Decoded events of V2 pairs. Each view decodes row by row, so that replays and tombstones pass through unchanged: a
-- typed row has the version and is_deleted of its log. A log with the right topic and the wrong shape is not decoded;
-- 0007 counts it.
--
-- The price of a Sync is kept as a floating decimal of 19 significant digits: price_mantissa * 10^price_exponent is
-- reserve0 / reserve1 in raw units (truncated), computed in 256-bit integers. Mantissas are in [10^18, 10^19), so
-- (price_exponent, price_mantissa) sorts as the price does. Mantissa 0: a reserve is zero, there is no price.
CREATE TABLE IF NOT EXISTS v2_syncs {{on_cluster}} (
    chain_id UInt64,
    pool FixedString(20),
    block_number UInt64 CODEC(Delta, LZ4),
    log_index UInt32,
    block_timestamp DateTime('UTC') CODEC(Delta, LZ4),
    transaction_hash FixedString(32),
    reserve0 UInt128 COMMENT 'raw units of token0 after the event',
    reserve1 UInt128 COMMENT 'raw units of token1 after the event',
    price_mantissa UInt64,
    price_exponent Int16,
    version UInt64,
    is_deleted UInt8,
    INDEX block_timestamp_minmax block_timestamp TYPE minmax GRANULARITY 1,
    INDEX version_minmax version TYPE minmax GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, pool, block_number, log_index)
SETTINGS min_bytes_for_wide_part = 134217728;

-- UniswapV2Pair: event Sync(uint112 reserve0, uint112 reserve1)
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_v2_syncs {{on_cluster}} TO v2_syncs AS
WITH
    arrayMap(power -> toUInt256(concat('1', repeat('0', power))), range(77)) AS powers_of_ten,
    -- 21 digits of the quotient, give or take one for the rounding of log10; then cut to 19.
    toInt16(floor(log10(toFloat64(wide0)) - log10(toFloat64(wide1)))) AS magnitude,
    20 - magnitude AS shift,
    if(wide0 = 0 OR wide1 = 0, toUInt256(0), intDiv(
        wide0 * powers_of_ten[1 + greatest(shift, 0)],
        greatest(wide1, 1) * powers_of_ten[1 + greatest(-shift, 0)])) AS quotient,
    multiIf(quotient >= powers_of_ten[22], 3, quotient >= powers_of_ten[21], 2, quotient >= powers_of_ten[20], 1, 0) AS excess
SELECT
    chain_id, pool, block_number, log_index, block_timestamp, transaction_hash,
    toUInt128(wide0) AS reserve0, toUInt128(wide1) AS reserve1,
    toUInt64(intDiv(quotient, powers_of_ten[1 + excess])) AS price_mantissa,
    if(quotient = 0, toInt16(0), toInt16(excess - shift)) AS price_exponent,
    version, is_deleted
FROM (
    SELECT
        chain_id, address AS pool, block_number, log_index, assumeNotNull(block_timestamp) AS block_timestamp, transaction_hash,
        reinterpretAsUInt256(reverse(substring(data, 1, 32))) AS wide0,
        reinterpretAsUInt256(reverse(substring(data, 33, 32))) AS wide1,
        version, is_deleted
    FROM logs
    WHERE topic0 = unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1')
      AND topic_count = 1 AND length(data) = 64
      AND substring(data, 1, 18) = repeat('\0', 18) AND substring(data, 33, 18) = repeat('\0', 18)
      AND isNotNull(logs.block_timestamp)
);

CREATE TABLE IF NOT EXISTS v2_swaps {{on_cluster}} (
    chain_id UInt64,
    pool FixedString(20),
    block_number UInt64 CODEC(Delta, LZ4),
    log_index UInt32,
    block_timestamp DateTime('UTC') CODEC(Delta, LZ4),
    transaction_hash FixedString(32),
    sender FixedString(20),
    recipient FixedString(20),
    amount0_in UInt256,
    amount1_in UInt256,
    amount0_out UInt256,
    amount1_out UInt256,
    version UInt64,
    is_deleted UInt8,
    INDEX block_timestamp_minmax block_timestamp TYPE minmax GRANULARITY 1,
    INDEX version_minmax version TYPE minmax GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, pool, block_number, log_index)
SETTINGS min_bytes_for_wide_part = 134217728;

-- UniswapV2Pair: event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)
-- Solidly-type pools emit it too, with a Sync of another topic: their swaps are decoded and have no V2 price.
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_v2_swaps {{on_cluster}} TO v2_swaps AS
SELECT
    chain_id, address AS pool, block_number, log_index, assumeNotNull(block_timestamp) AS block_timestamp, transaction_hash,
    toFixedString(substring(topic1, 13, 20), 20) AS sender,
    toFixedString(substring(topic2, 13, 20), 20) AS recipient,
    reinterpretAsUInt256(reverse(substring(data, 1, 32))) AS amount0_in,
    reinterpretAsUInt256(reverse(substring(data, 33, 32))) AS amount1_in,
    reinterpretAsUInt256(reverse(substring(data, 65, 32))) AS amount0_out,
    reinterpretAsUInt256(reverse(substring(data, 97, 32))) AS amount1_out,
    version, is_deleted
FROM logs
WHERE topic0 = unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822')
  AND topic_count = 3 AND length(data) = 128
  AND isNotNull(logs.block_timestamp);
