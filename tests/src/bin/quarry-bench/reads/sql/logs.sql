-- A hundred logs in each block from {first:UInt64} on: ERC-20 transfers, V2 and V3 pools at work, lenders now and then, and what
-- nobody decodes. Every value follows from the block and the place in it. Addresses are twelve bytes that say what they are
-- (aa an account, bb a pool, cc a token, dd another contract) and a number; hashes are eight bytes, four times.
INSERT INTO logs (chain_id, block_number, log_index, block_hash, block_timestamp, transaction_hash, transaction_index, address,
    topic_count, topic0, topic1, topic2, topic3, data, version)
WITH
    value -> reverse(reinterpretAsFixedString(toUInt256(value))) AS word,
    (kind, id) -> concat(repeat(char(kind), 12), reverse(reinterpretAsFixedString(toUInt64(id)))) AS place,
    whose -> concat(repeat(char(0), 12), whose) AS padded,
    seed -> toFixedString(repeat(concat(reverse(reinterpretAsFixedString(seed)), ''), 4), 32) AS hash,
    topic -> toFixedString(unhex(topic), 32) AS event,
    intDiv(number, 100) AS block,
    number % 100 AS slot,
    cityHash64(number) AS chance,
    cityHash64(number, 1) AS other,
    multiIf(
        number % 900000 = 99, 'rare',
        slot < 40, 'transfer',
        slot < 55, 'sync',
        slot < 70, 'v2_swap',
        slot < 80, 'v3_swap',
        slot = 80 AND block % 10 = 0, 'liquidation',
        slot = 81 AND block % 25 = 0, 'absorption',
        'unknown') AS kind,
    padded(place(0xaa, chance % 50000)) AS first_party,
    padded(place(0xaa, other % 50000)) AS second_party
SELECT
    1, block, slot, hash(cityHash64(block)), toDateTime(1700000000 + block * 12, 'UTC'), hash(cityHash64(block, intDiv(slot, 10))),
    intDiv(slot, 10),
    toFixedString(multiIf(
        kind = 'transfer', place(0xcc, slot % 20),
        kind IN ('sync', 'v2_swap'), place(0xbb, chance % 20),
        kind = 'v3_swap', place(0xbb, 20 + chance % 20),
        kind = 'liquidation', place(0xdd, 0),
        kind = 'absorption', place(0xdd, 1),
        kind = 'rare', place(0xcc, 0),
        place(0xdd, slot)), 20),
    multiIf(kind = 'sync', 1, kind = 'liquidation', 4, kind IN ('unknown', 'rare'), 1, 3),
    multiIf(
        kind = 'transfer', event('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'),
        kind = 'sync', event('1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1'),
        kind = 'v2_swap', event('d78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'),
        kind = 'v3_swap', event('c42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'),
        kind = 'liquidation', event('e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286'),
        kind = 'absorption', event('1547a878dc89ad3c367b6338b4be6a65a5dd74fb77ae044da1e8747ef1f4f62f'),
        kind = 'rare', event(repeat('11', 32)),
        event(repeat('22', 32))),
    toFixedString(multiIf(
        kind IN ('sync', 'unknown', 'rare'), '',
        kind = 'liquidation', padded(place(0xcc, 1)),
        first_party), 32),
    toFixedString(multiIf(
        kind IN ('sync', 'unknown', 'rare'), '',
        kind = 'liquidation', padded(place(0xcc, 0)),
        kind = 'absorption', padded(place(0xaa, other % 5000)),
        second_party), 32),
    toFixedString(if(kind = 'liquidation', padded(place(0xaa, other % 5000)), ''), 32),
    multiIf(
        kind = 'sync', concat(word(2000000000000 + chance % 1000000000), word(1000000000000000000000)),
        kind = 'v2_swap', concat(word(chance % 1000000000), word(0), word(0), word(chance % 1000000000000000000)),
        kind = 'v3_swap', concat(
            word(chance % 1000000000), reverse(reinterpretAsFixedString(-toInt256(chance % 1000000000000000000))),
            word(toUInt256('1770000000000000000000000000000000') + toUInt256(chance % 1000) * 1000000000000000000),
            word(1000000000000), word(200000)),
        kind = 'liquidation', concat(word(chance % 1000000000), word(other % 1000000000000000000), padded(place(0xaa, 7)), word(0)),
        kind = 'absorption', concat(word(chance % 1000000000), word(chance % 100000000000)),
        concat(word(chance), '')),
    1
FROM numbers({first:UInt64} * 100, {blocks:UInt64} * 100)
