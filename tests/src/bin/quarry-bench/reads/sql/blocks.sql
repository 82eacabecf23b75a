-- The blocks of logs.sql, twelve seconds apart.
INSERT INTO blocks (chain_id, block_number, block_hash, parent_hash, block_timestamp, miner, gas_limit, gas_used, base_fee_per_gas,
    size_bytes, transaction_count, extra_data, version)
WITH seed -> toFixedString(repeat(concat(reverse(reinterpretAsFixedString(seed)), ''), 4), 32) AS hash
SELECT
    1, number, hash(cityHash64(number)), hash(cityHash64(number - 1)), toDateTime(1700000000 + number * 12, 'UTC'),
    toFixedString(unhex(repeat('aa', 20)), 20), 30000000, 15000000, 20000000000, 90000, 10, '', 1
FROM numbers({first:UInt64}, {blocks:UInt64})
