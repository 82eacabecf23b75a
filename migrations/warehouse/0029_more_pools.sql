-- Pools of further kinds, decoded into the tables of those that they are like. What a shape is stands once, as in 0026.
--
-- PancakeSwap V3 has a Swap of its own, whose first five words are Uniswap V3's:
-- event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint128 protocolFeesToken0, uint128 protocolFeesToken1)
ALTER TABLE logs {{on_cluster}} MODIFY COLUMN is_v3_swap Bool ALIAS
    (topic0 = unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67') AND length(data) = 160
     OR topic0 = unhex('19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83') AND length(data) = 224
        AND substring(data, 161, 16) = repeat('\0', 16) AND substring(data, 193, 16) = repeat('\0', 16))
    AND topic_count = 3
    AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000'))
    AND substring(data, 65, 12) = repeat('\0', 12) AND substring(data, 97, 16) = repeat('\0', 16)
    AND (substring(data, 129, 30) <= unhex(concat(repeat('00', 29), '7f'))
         OR substring(data, 129, 30) >= unhex(concat(repeat('ff', 29), '80')));

-- Pools like Solidly's swap by Uniswap V2's event, or (Velodrome V2, Aerodrome) by one whose recipient comes second:
-- event Swap(address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out)
ALTER TABLE logs {{on_cluster}} MODIFY COLUMN is_v2_swap Bool ALIAS
    topic0 IN (unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
               unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'))
    AND topic_count = 3 AND length(data) = 128
    AND startsWith(topic1, unhex('000000000000000000000000')) AND startsWith(topic2, unhex('000000000000000000000000'));

-- UniswapV2Pair: event Sync(uint112 reserve0, uint112 reserve1). Solidly: event Sync(uint256 reserve0, uint256 reserve1), of
-- which reserves that fit into 128 bits are read. What a Solidly pool's price is its curve decides: that of a volatile pool is
-- the ratio of its reserves, that of a stable one is worked out where decimals are known (host/src/ingest/sql/recompute_bars).
ALTER TABLE logs {{on_cluster}} ADD COLUMN IF NOT EXISTS is_v2_sync Bool ALIAS
    topic_count = 1 AND length(data) = 64
    AND (topic0 = unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1')
            AND substring(data, 1, 18) = repeat('\0', 18) AND substring(data, 33, 18) = repeat('\0', 18)
        OR topic0 = unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a')
            AND substring(data, 1, 16) = repeat('\0', 16) AND substring(data, 33, 16) = repeat('\0', 16));

ALTER TABLE v2_syncs {{on_cluster}} ADD COLUMN IF NOT EXISTS is_solidly UInt8 DEFAULT 0
    COMMENT '1 where the event is that of Solidly, whose pools may have a curve of their own';

ALTER TABLE pools {{on_cluster}} ADD COLUMN IF NOT EXISTS is_stable Nullable(UInt8)
    COMMENT 'of pools like Solidly''s: 1 where the price follows x^3 y + y^3 x; null where nobody said' AFTER fee;

-- Prices as in 0005.
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
    WHERE is_v2_sync AND isNotNull(logs.block_timestamp)
);

ALTER TABLE list_undecoded_logs {{on_cluster}} MODIFY QUERY
SELECT
    chain_id, block_number, log_index, address,
    multiIf(
        topic0 IN (unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
                   unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a')), 'v2_sync',
        topic0 IN (unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
                   unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b')), 'v2_swap',
        'v3_swap') AS event,
    topic_count, toUInt32(length(data)) AS data_length, version, is_deleted
FROM logs
WHERE topic0 IN (
        unhex('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
        unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a'),
        unhex('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
        unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'),
        unhex('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'),
        unhex('19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83'))
  AND NOT (is_v2_sync OR is_v2_swap OR is_v3_swap);

INSERT INTO topic_names (declaration)
SELECT declaration FROM values('declaration String',
    ('Sync(uint256 reserve0, uint256 reserve1)'),
    ('Swap(address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out)'),
    ('Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee)'));

-- Logs of these kinds that were loaded before pass through the views again, as the rows that they are; their days' bars are
-- made by the next run (0008).
INSERT INTO logs (chain_id, block_number, log_index, block_hash, block_timestamp, transaction_hash, transaction_index, address,
    topic_count, topic0, topic1, topic2, topic3, data, load, time_from_block, version, is_deleted)
SELECT chain_id, block_number, log_index, block_hash, block_timestamp, transaction_hash, transaction_index, address,
    topic_count, topic0, topic1, topic2, topic3, data, load, time_from_block, version, 0
FROM logs FINAL
WHERE topic0 IN (
    unhex('cf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a'),
    unhex('b3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'),
    unhex('19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83'));
