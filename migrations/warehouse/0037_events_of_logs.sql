-- The event that a log is, told once, when the log comes: by topic and whole shape (topics, length, words within their types'
-- range). What a shape is stands here alone. The views that decode, the list of what is not decoded and the lenses ask for its name.
-- Aliases said it before: the engine read the texts of all five for each statement that named the table, fifteen times an insert.
--
-- `another_shape` has the topic of a known event and none of its shapes: kept raw, listed, never guessed at. The events, by contract:
-- Uniswap V2 pairs: Sync(uint112 reserve0, uint112 reserve1), Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)
-- Solidly and its like: Sync(uint256 reserve0, uint256 reserve1), of which reserves that fit into 128 bits are read; Swap(address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out)
-- Uniswap V3 pools: Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick); PancakeSwap V3 adds uint128 protocolFeesToken0, uint128 protocolFeesToken1
-- Aave V1, Aave V2 and V3, Compound V2 and III: as 0011 declares them. ERC-20: Transfer(address indexed from, address indexed to, uint256 value); ERC-721 has the same topic with a fourth one and no data, and is no event of ours.
--
-- A value is in the engine's file where the log was inserted since, and is worked out as the log is read where it was there before.
ALTER TABLE logs {{on_cluster}} ADD COLUMN IF NOT EXISTS event Enum8(
    'none' = 0, 'another_shape' = 1, 'v2_sync' = 2, 'v2_swap' = 3, 'v3_swap' = 4, 'erc20_transfer' = 5, 'aave_v1_liquidation_call' = 6,
    'aave_liquidation_call' = 7, 'compound_v2_liquidate_borrow' = 8, 'debt_absorption' = 9, 'collateral_absorption' = 10)
MATERIALIZED multiIf(
    topic_count = 1 AND length(data) = 64
        AND (topic0 = unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1')
                AND substring(data, 1, 18) = repeat('\0', 18) AND substring(data, 33, 18) = repeat('\0', 18)
            OR topic0 = unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a')
                AND substring(data, 1, 16) = repeat('\0', 16) AND substring(data, 33, 16) = repeat('\0', 16)),
        'v2_sync',
    topic0 IN (unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
               unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'))
        AND topic_count = 3 AND length(data) = 128
        AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000')),
        'v2_swap',
    -- A tick is 29 bytes of its sign and three of its own, of which the first says the same sign.
    (topic0 = unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67') AND length(data) = 160
        OR topic0 = unhex('19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83') AND length(data) = 224
            AND substring(data, 161, 16) = repeat('\0', 16) AND substring(data, 193, 16) = repeat('\0', 16))
        AND topic_count = 3
        AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000'))
        AND substring(data, 65, 12) = repeat('\0', 12) AND substring(data, 97, 16) = repeat('\0', 16)
        AND (substring(data, 129, 30) <= unhex(concat(repeat('00', 29), '7f'))
             OR substring(data, 129, 30) >= unhex(concat(repeat('ff', 29), '80'))),
        'v3_swap',
    topic0 = unhex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
        AND topic_count = 3 AND length(data) = 32
        AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000')),
        'erc20_transfer',
    topic0 = unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237')
        AND topic_count = 4 AND length(data) = 192
        AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
        AND substring(topic3, 1, 12) = repeat('\0', 12) AND substring(data, 97, 12) = repeat('\0', 12)
        AND substring(data, 129, 31) = repeat('\0', 31) AND substring(data, 160, 1) IN (unhex('00'), unhex('01')),
        'aave_v1_liquidation_call',
    topic0 = unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286')
        AND topic_count = 4 AND length(data) = 128
        AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
        AND substring(topic3, 1, 12) = repeat('\0', 12) AND substring(data, 65, 12) = repeat('\0', 12)
        AND substring(data, 97, 31) = repeat('\0', 31) AND substring(data, 128, 1) IN (unhex('00'), unhex('01')),
        'aave_liquidation_call',
    topic0 = unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52')
        AND topic_count = 1 AND length(data) = 160
        AND substring(data, 1, 12) = repeat('\0', 12) AND substring(data, 33, 12) = repeat('\0', 12)
        AND substring(data, 97, 12) = repeat('\0', 12),
        'compound_v2_liquidate_borrow',
    topic0 = unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f')
        AND topic_count = 3 AND length(data) = 64
        AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12),
        'debt_absorption',
    topic0 = unhex('9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e')
        AND topic_count = 4 AND length(data) = 64
        AND substring(topic1, 1, 12) = repeat('\0', 12) AND substring(topic2, 1, 12) = repeat('\0', 12)
        AND substring(topic3, 1, 12) = repeat('\0', 12),
        'collateral_absorption',
    topic0 IN (
        unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
        unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a'),
        unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
        unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'),
        unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'),
        unhex('19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83'),
        unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237'),
        unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286'),
        unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52'),
        unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f'),
        unhex('9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e'))
        OR topic0 = unhex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')
            AND NOT (topic_count = 4 AND length(data) = 0),
        'another_shape',
    'none')
COMMENT 'the event that it is by topic and whole shape: none of those that are decoded, or another_shape where only the topic is one of theirs';

-- What is decoded is as before; prices as in 0005 and 0006.
ALTER TABLE decode_v2_syncs {{on_cluster}} MODIFY QUERY
WITH
    arrayMap(power -> toUInt256(concat('1', repeat('0', power))), range(77)) AS powers_of_ten,
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
    is_solidly, version, is_deleted
FROM (
    SELECT
        chain_id, address AS pool, block_number, log_index, assumeNotNull(block_timestamp) AS block_timestamp, transaction_hash,
        reinterpretAsUInt256(reverse(substring(data, 1, 32))) AS wide0,
        reinterpretAsUInt256(reverse(substring(data, 33, 32))) AS wide1,
        topic0 = unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a') AS is_solidly,
        version, is_deleted
    FROM logs
    WHERE event = 'v2_sync' AND isNotNull(logs.block_timestamp)
);

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
WHERE event = 'v2_swap' AND isNotNull(logs.block_timestamp);

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
    WHERE event = 'v3_swap' AND isNotNull(logs.block_timestamp)
);

-- One view a table: the events of lenders have the same figures in other places.
CREATE MATERIALIZED VIEW IF NOT EXISTS decode_liquidations {{on_cluster}} TO liquidations AS
SELECT
    assumeNotNull(block_timestamp) AS block_timestamp, chain_id, block_number, log_index, transaction_hash, address,
    toString(logs.event) AS event,
    toFixedString(if(is_compound, substring(data, 45, 20), substring(topic3, 13, 20)), 20) AS borrower,
    toFixedString(substring(data, multiIf(is_compound, 13, is_first_aave, 109, 77), 20), 20) AS liquidator,
    toFixedString(if(is_compound, substring(data, 109, 20), substring(topic1, 13, 20)), 20) AS collateral_asset,
    reinterpretAsUInt256(reverse(substring(data, if(is_compound, 129, 33), 32))) AS collateral_amount,
    if(is_compound, NULL, toFixedString(substring(topic2, 13, 20), 20)) AS debt_asset,
    reinterpretAsUInt256(reverse(substring(data, if(is_compound, 65, 1), 32))) AS debt_amount,
    if(is_first_aave, reinterpretAsUInt256(reverse(substring(data, 65, 32))), NULL) AS accrued_interest_amount,
    if(is_compound, NULL, reinterpretAsUInt8(substring(data, if(is_first_aave, 160, 128), 1))) AS receives_deposit_token,
    version, is_deleted
FROM (
    SELECT *, logs.event, logs.event = 'compound_v2_liquidate_borrow' AS is_compound, logs.event = 'aave_v1_liquidation_call' AS is_first_aave
    FROM logs
    WHERE logs.event IN ('aave_v1_liquidation_call', 'aave_liquidation_call', 'compound_v2_liquidate_borrow')
      AND isNotNull(logs.block_timestamp)
) AS logs;

CREATE MATERIALIZED VIEW IF NOT EXISTS decode_absorptions {{on_cluster}} TO absorptions AS
SELECT
    assumeNotNull(block_timestamp) AS block_timestamp, chain_id, block_number, log_index, transaction_hash, address,
    if(logs.event = 'debt_absorption', 'debt', 'collateral') AS kind,
    toFixedString(substring(topic1, 13, 20), 20) AS absorber,
    toFixedString(substring(topic2, 13, 20), 20) AS borrower,
    if(logs.event = 'debt_absorption', NULL, toFixedString(substring(topic3, 13, 20), 20)) AS asset,
    reinterpretAsUInt256(reverse(substring(data, 1, 32))) AS amount,
    reinterpretAsUInt256(reverse(substring(data, 33, 32))) AS usd_value,
    version, is_deleted
FROM logs
WHERE logs.event IN ('debt_absorption', 'collateral_absorption') AND isNotNull(logs.block_timestamp);

DROP VIEW IF EXISTS decode_aave_v1_liquidations {{on_cluster}} SYNC;

DROP VIEW IF EXISTS decode_aave_liquidations {{on_cluster}} SYNC;

DROP VIEW IF EXISTS decode_compound_v2_liquidations {{on_cluster}} SYNC;

DROP VIEW IF EXISTS decode_debt_absorptions {{on_cluster}} SYNC;

DROP VIEW IF EXISTS decode_collateral_absorptions {{on_cluster}} SYNC;

-- The places of 0025.
ALTER TABLE spread_lens_logs {{on_cluster}} MODIFY QUERY
WITH toFixedString(concat(unhex('000000000000000000000000'), address), 32) AS emitter
SELECT if(place = 2, 'topic', 'address')::Enum8('address' = 1, 'topic' = 2) AS lens, chain_id,
    [emitter, topic0, topic1, topic2][place] AS subject, block_number, log_index, block_timestamp, topic0, version, is_deleted
FROM logs ARRAY JOIN arrayFilter((place, concerned) -> concerned, [1, 2, 3, 4], [
    true,
    topic_count > 0,
    event = 'erc20_transfer' AND topic1 != emitter,
    event = 'erc20_transfer' AND topic2 != emitter AND topic2 != topic1]) AS place;

-- One list of what has a known topic and another shape, in the place of three.
ALTER TABLE list_undecoded_logs {{on_cluster}} MODIFY QUERY
SELECT
    chain_id, block_number, log_index, address,
    transform(topic0, [
        unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
        unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a'),
        unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
        unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'),
        unhex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'),
        unhex('56864757fd5b1fc9f38f5f3a981cd8ae512ce41b902cf73fc506ee369c6bc237'),
        unhex('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286'),
        unhex('298637f684da70674f26509b10f07ec2fbc77a335ab1e7d6215a4b2484d8bb52'),
        unhex('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f'),
        unhex('9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e')
    ], [
        'v2_sync', 'v2_sync', 'v2_swap', 'v2_swap', 'erc20_transfer', 'aave_v1_liquidation_call', 'aave_liquidation_call',
        'compound_v2_liquidate_borrow', 'debt_absorption', 'collateral_absorption'
    ], 'v3_swap') AS event,
    topic_count, toUInt32(length(data)) AS data_length, version, is_deleted
FROM logs
WHERE logs.event = 'another_shape';

DROP VIEW IF EXISTS list_undecoded_lending_logs {{on_cluster}} SYNC;

DROP VIEW IF EXISTS list_undecoded_transfers {{on_cluster}} SYNC;

ALTER TABLE logs {{on_cluster}}
    DROP COLUMN IF EXISTS lens_subjects, DROP COLUMN IF EXISTS is_erc20_transfer, DROP COLUMN IF EXISTS is_v2_sync,
    DROP COLUMN IF EXISTS is_v2_swap, DROP COLUMN IF EXISTS is_v3_swap;
