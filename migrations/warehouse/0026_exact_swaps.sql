-- A swap is one only in its whole shape: addresses in topics have twelve zero bytes in front (0005 and 0006 did not look), and a
-- tick's sign goes on into its own three bytes (0006 looked at the 29 before them). What a shape is stands here once, for the
-- view that decodes and the one that lists what is not decoded.
--
-- UniswapV2Pair: event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)
ALTER TABLE logs {{on_cluster}} ADD COLUMN IF NOT EXISTS is_v2_swap Bool ALIAS
    topic0 = unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822')
    AND topic_count = 3 AND length(data) = 128
    AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000'));

-- UniswapV3Pool: event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)
-- A tick is 29 bytes of its sign and three of its own, of which the first says the same sign.
ALTER TABLE logs {{on_cluster}} ADD COLUMN IF NOT EXISTS is_v3_swap Bool ALIAS
    topic0 = unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67')
    AND topic_count = 3 AND length(data) = 160
    AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000'))
    AND substring(data, 65, 12) = repeat('\0', 12) AND substring(data, 97, 16) = repeat('\0', 16)
    AND (substring(data, 129, 30) <= unhex(concat(repeat('00', 29), '7f'))
         OR substring(data, 129, 30) >= unhex(concat(repeat('ff', 29), '80')));

ALTER TABLE decode_v2_swaps {{on_cluster}} MODIFY QUERY
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
WHERE is_v2_swap AND isNotNull(logs.block_timestamp);

-- Prices as in 0006.
ALTER TABLE decode_v3_swaps {{on_cluster}} MODIFY QUERY
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
    WHERE is_v3_swap AND isNotNull(logs.block_timestamp)
);

ALTER TABLE list_undecoded_logs {{on_cluster}} MODIFY QUERY
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
  AND NOT (is_v2_swap OR is_v3_swap)
  AND NOT (topic0 = unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1')
        AND topic_count = 1 AND length(data) = 64
        AND substring(data, 1, 18) = repeat('\0', 18) AND substring(data, 33, 18) = repeat('\0', 18));

-- What was decoded before and is no swap: taken back, listed, and its days' bars are rebuilt by the next run (0008).
INSERT INTO v2_swaps (chain_id, pool, block_number, log_index, block_timestamp, transaction_hash, sender, recipient, amount0_in,
    amount1_in, amount0_out, amount1_out, version, is_deleted)
SELECT chain_id, pool, block_number, log_index, block_timestamp, transaction_hash, sender, recipient, amount0_in, amount1_in,
    amount0_out, amount1_out, version, 1
FROM v2_swaps FINAL
WHERE (chain_id, block_number, log_index) IN (
    SELECT chain_id, block_number, log_index FROM logs FINAL
    WHERE topic0 = unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822') AND NOT is_v2_swap);

INSERT INTO v3_swaps (chain_id, pool, block_number, log_index, block_timestamp, transaction_hash, sender, recipient, amount0,
    amount1, sqrt_price_x96, liquidity, tick, price_mantissa, price_exponent, version, is_deleted)
SELECT chain_id, pool, block_number, log_index, block_timestamp, transaction_hash, sender, recipient, amount0, amount1,
    sqrt_price_x96, liquidity, tick, price_mantissa, price_exponent, version, 1
FROM v3_swaps FINAL
WHERE (chain_id, block_number, log_index) IN (
    SELECT chain_id, block_number, log_index FROM logs FINAL
    WHERE topic0 = unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67') AND NOT is_v3_swap);

INSERT INTO undecoded_logs (chain_id, block_number, log_index, address, event, topic_count, data_length, version, is_deleted)
SELECT chain_id, block_number, log_index, address,
    if(topic0 = unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'), 'v2_swap', 'v3_swap'),
    topic_count, toUInt32(length(data)), version, 0
FROM logs FINAL
WHERE topic0 IN (
        unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
        unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'))
  AND NOT (is_v2_swap OR is_v3_swap);
