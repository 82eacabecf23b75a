-- Ten transactions in each block, those of logs.sql.
INSERT INTO transactions (chain_id, block_number, transaction_index, transaction_hash, block_hash, block_timestamp, nonce,
    from_address, to_address, value, gas_limit, gas_price, gas_used, transaction_type, success, input, version)
WITH
    (kind, id) -> toFixedString(concat(repeat(char(kind), 12), reverse(reinterpretAsFixedString(toUInt64(id)))), 20) AS place,
    seed -> toFixedString(repeat(concat(reverse(reinterpretAsFixedString(seed)), ''), 4), 32) AS hash,
    intDiv(number, 10) AS block,
    cityHash64(number) AS chance
SELECT
    1, block, number % 10, hash(cityHash64(block, number % 10)), hash(cityHash64(block)),
    toDateTime(1700000000 + block * 12, 'UTC'), chance % 1000, place(0xaa, chance % 50000), place(0xdd, chance % 100),
    chance % 1000000000, 300000, 20000000000, 150000, 2, 1,
    concat(unhex('a9059cbb'), repeat(char(0), 12), place(0xaa, chance % 50000), repeat(char(0), 24), reinterpretAsFixedString(chance)),
    1
FROM numbers({first:UInt64} * 10, {blocks:UInt64} * 10)
