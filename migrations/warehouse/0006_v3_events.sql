-- Decoded events of V3 pools; see 0005 for how versions, tombstones and the price's floating decimal work. Here the price
-- is 2^192 / sqrt_price_x96^2 in raw units: the square of a 26-digit 2^96 / sqrt_price_x96, cut to 19 digits.
CREATE TABLE IF NOT EXISTS v3_swaps {{on_cluster}} (
    chain_id UInt64,
    pool FixedString(20),
    block_number UInt64 CODEC(Delta, LZ4),
    log_index UInt32,
    block_timestamp DateTime('UTC') CODEC(Delta, LZ4),
    transaction_hash FixedString(32),
    sender FixedString(20),
    recipient FixedString(20),
    amount0 Int256 COMMENT 'raw units of token0, positive into the pool',
    amount1 Int256 COMMENT 'raw units of token1, positive into the pool',
    sqrt_price_x96 UInt256 COMMENT 'after the swap',
    liquidity UInt128 COMMENT 'in range, after the swap',
    tick Int32 COMMENT 'after the swap',
    price_mantissa UInt64,
    price_exponent Int16,
    version UInt64,
    is_deleted UInt8,
    INDEX block_timestamp_minmax block_timestamp TYPE minmax GRANULARITY 1,
    INDEX version_minmax version TYPE minmax GRANULARITY 1
) ENGINE = {{engine_prefix}}ReplacingMergeTree(version, is_deleted) ORDER BY (chain_id, pool, block_number, log_index)
SETTINGS min_bytes_for_wide_part = 134217728;

-- UniswapV3Pool: event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_v3_swaps {{on_cluster}} TO v3_swaps AS
WITH
    arrayMap(power -> toUInt256(concat('1', repeat('0', power))), range(77)) AS powers_of_ten,
    toUInt256('79228162514264337593543950336') AS two_to_96,
    toInt16(floor(28.898879583742195 - log10(toFloat64(greatest(sqrt_price_x96, 1))))) AS magnitude,
    greatest(25 - magnitude, 0) AS shift,
    if(sqrt_price_x96 = 0, toUInt256(0), intDiv(two_to_96 * powers_of_ten[1 + shift], greatest(sqrt_price_x96, 1))) AS root,
    root * root AS square,
    -- 21 digits of the square, give or take one for the rounding of log10; then cut to 19.
    greatest(toInt16(floor(log10(toFloat64(greatest(square, 1))))) - 20, 0) AS tail,
    intDiv(square, powers_of_ten[1 + tail]) AS quotient,
    multiIf(quotient >= powers_of_ten[22], 3, quotient >= powers_of_ten[21], 2, quotient >= powers_of_ten[20], 1, 0) AS excess
SELECT
    chain_id, pool, block_number, log_index, block_timestamp, transaction_hash, sender, recipient,
    amount0, amount1, sqrt_price_x96, toUInt128(wide_liquidity) AS liquidity, toInt32(wide_tick) AS tick,
    toUInt64(intDiv(quotient, powers_of_ten[1 + excess])) AS price_mantissa,
    if(quotient = 0, toInt16(0), toInt16(excess + tail - 2 * shift)) AS price_exponent,
    version, is_deleted
FROM (
    SELECT
        chain_id, address AS pool, block_number, log_index, assumeNotNull(block_timestamp) AS block_timestamp, transaction_hash,
        toFixedString(substring(topic1, 13, 20), 20) AS sender,
        toFixedString(substring(topic2, 13, 20), 20) AS recipient,
        reinterpretAsInt256(reverse(substring(data, 1, 32))) AS amount0,
        reinterpretAsInt256(reverse(substring(data, 33, 32))) AS amount1,
        reinterpretAsUInt256(reverse(substring(data, 65, 32))) AS sqrt_price_x96,
        reinterpretAsUInt256(reverse(substring(data, 97, 32))) AS wide_liquidity,
        reinterpretAsInt256(reverse(substring(data, 129, 32))) AS wide_tick,
        version, is_deleted
    FROM logs
    WHERE topic0 = unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67')
      AND topic_count = 3 AND length(data) = 160
      AND substring(data, 65, 12) = repeat('\0', 12) AND substring(data, 97, 16) = repeat('\0', 16)
      AND substring(data, 129, 29) IN (repeat('\0', 29), unhex(repeat('ff', 29)))
      AND isNotNull(logs.block_timestamp)
);
